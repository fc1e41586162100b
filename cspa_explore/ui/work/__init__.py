"""Long work of the pages: background jobs, their status, and the compilation of kernels."""
