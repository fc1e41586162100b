"""The replay of a run: computed once by the kernels, packed into bytes, drawn by the browser."""
