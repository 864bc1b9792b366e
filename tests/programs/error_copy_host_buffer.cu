// Copies that run over the end of a buffer on the host's heap, and some that do not.
#include <cstdio>
#include <cstdlib>
#include <vector>

int main() {
    float* device;
    cudaMalloc(&device, 100 * sizeof(float));
    cudaMemset(device, 0, 100 * sizeof(float));
    float* small = static_cast<float*>(malloc(40 * sizeof(float)));
    for (int i = 0; i < 40; ++i) small[i] = 1;
    cudaMemcpy(device, small + 10, 30 * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(device, small + 11, 30 * sizeof(float), cudaMemcpyHostToDevice);  // expect: copy_size
    small = static_cast<float*>(realloc(small, 100 * sizeof(float)));
    cudaMemcpy(small, device, 100 * sizeof(float), cudaMemcpyDeviceToHost);
    free(small);
    std::vector<float> values(99);
    cudaMemcpy(values.data(), device, 99 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(values.data(), device, 100 * sizeof(float), cudaMemcpyDeviceToHost);  // expect: copy_size
    values.resize(100);
    cudaMemcpy(values.data(), device, 100 * sizeof(float), cudaMemcpyDeviceToHost);
    float* zeros = static_cast<float*>(calloc(100, sizeof(float)));
    cudaMemcpy(device, zeros, 100 * sizeof(float), cudaMemcpyHostToDevice);
    free(zeros);
    printf("%g\n", values[0]);
    cudaFree(device);
}
// output: 1
