"""The engine: the loop that plays a stream, on K-vectors, dense or CSR rows. Numba lives only here."""
