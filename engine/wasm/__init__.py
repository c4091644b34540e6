"""Makes WebAssembly of the compiled kernels, so that the page thinks by the same source as the server."""
