"""Makes machine code and WebAssembly of the kernels, so that no user needs a compiler."""
