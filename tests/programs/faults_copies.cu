// Copies in the wrong direction, and copies of more than there is: ten of each.
#include <cstdio>
#include <vector>

__device__ float table[16];

int main() {
    std::vector<float> host(256);
    float *a, *b, *pitched;
    size_t pitch;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&a, 64 * sizeof(float));
    cudaMalloc(&b, 32 * sizeof(float));
    cudaMallocPitch(&pitched, &pitch, 40, 4);
    cudaMemset(a, 0, 64 * sizeof(float));
    cudaMemset(b, 0, 32 * sizeof(float));
    const size_t n = 32 * sizeof(float);

    cudaMemcpy(a, host.data(), n, cudaMemcpyDeviceToHost);                                 // expect: copy_direction
    cudaMemcpy(host.data(), a, n, cudaMemcpyHostToDevice);                                 // expect: copy_direction
    cudaMemcpy(a, b, n, cudaMemcpyHostToDevice);                                           // expect: copy_direction
    cudaMemcpy(a, b, n, cudaMemcpyDeviceToHost);                                           // expect: copy_direction
    cudaMemcpy(host.data(), host.data() + 64, n, cudaMemcpyDeviceToDevice);                // expect: copy_direction
    cudaMemcpy(host.data(), a, n, cudaMemcpyDeviceToDevice);                               // expect: copy_direction
    cudaMemcpyAsync(a, host.data(), n, cudaMemcpyDeviceToHost, stream);                    // expect: copy_direction
    cudaMemcpyAsync(host.data(), a, n, cudaMemcpyHostToHost, stream);                      // expect: copy_direction
    cudaMemcpy2D(pitched, pitch, host.data(), 40, 40, 4, cudaMemcpyDeviceToHost);          // expect: copy_direction
    cudaMemset(host.data(), 0, n);                                                         // expect: copy_direction

    cudaMemcpy(a, host.data(), 65 * sizeof(float), cudaMemcpyHostToDevice);                // expect: copy_size
    cudaMemcpy(host.data(), b, 33 * sizeof(float), cudaMemcpyDeviceToHost);                // expect: copy_size
    cudaMemcpy(a, b, 64 * sizeof(float), cudaMemcpyDeviceToDevice);                        // expect: copy_size
    cudaMemcpy(a + 60, host.data(), n, cudaMemcpyHostToDevice);                            // expect: copy_size
    cudaMemcpyAsync(b, host.data(), n + 1, cudaMemcpyHostToDevice, stream);                // expect: copy_size
    cudaMemset(b, 0, n + 4);                                                               // expect: copy_size
    cudaMemset(a + 64 - 1, 0, 8);                                                          // expect: copy_size
    cudaMemcpy(host.data(), a, 64 * sizeof(double), cudaMemcpyDeviceToHost);               // expect: copy_size
    cudaMemcpy2D(pitched, pitch, host.data(), 40, 40, 5, cudaMemcpyHostToDevice);          // expect: copy_size
    cudaMemcpyToSymbol(table, host.data(), 17 * sizeof(float));                            // expect: copy_size
    cudaFree(a), cudaFree(b), cudaFree(pitched);
    cudaStreamDestroy(stream);
}
