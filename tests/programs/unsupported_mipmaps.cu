// Mipmapped arrays.
// unsupported: mipmaps
int main() {
    cudaMipmappedArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    return cudaMallocMipmappedArray(&array, &format, make_cudaExtent(8, 8, 0), 2);
}
