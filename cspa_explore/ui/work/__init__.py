"""Long work behind the pages: jobs, caches and the compilation of kernels."""
