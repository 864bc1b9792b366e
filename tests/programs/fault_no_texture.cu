// A fetch from a texture object that was never created.
// message: texture object that was not created
__global__ void read(cudaTextureObject_t texture, float* out) { *out = tex2D<float>(texture, 0.5f, 0.5f); }

int main() {
    float* out;
    if (cudaMalloc(&out, sizeof(float)) != cudaSuccess) return 1;
    read<<<1, 1>>>(0, out);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    return cudaFree(out);
}
