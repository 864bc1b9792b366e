// Texture references, which CUDA 12 has removed.
// unsupported: texture<>
texture<float, 2, cudaReadModeElementType> image;
int main() {}
