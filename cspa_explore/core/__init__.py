"""The engine: a compiled loop plays a stream of dense or CSR rows. The rest of the program does not import Numba."""
