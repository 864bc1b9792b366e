// Host memory that is too small for a copy: on the stack, from malloc and new, in a vector, in a global variable.
#include <cstdlib>
#include <vector>

static int row[8];

int main() {
    int* x;
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMemset(x, 0, 64 * sizeof(int));
    int few[4];
    int* block = (int*)malloc(40);
    int* list = new int[10];
    std::vector<float> values(10);
    cudaStream_t stream;
    cudaStreamCreate(&stream);

    cudaMemcpy(few, x, 5 * sizeof(int), cudaMemcpyDeviceToHost);                           // expect: copy_size
    cudaMemcpy(block, x, 80, cudaMemcpyDeviceToHost);                                      // expect: copy_size
    cudaMemcpy(block + 5, x, 24, cudaMemcpyDeviceToHost);                                  // expect: copy_size
    cudaMemcpy(x, list, 11 * sizeof(int), cudaMemcpyHostToDevice);                         // expect: copy_size
    cudaMemcpy(x, values.data(), 10 * sizeof(double), cudaMemcpyHostToDevice);             // expect: copy_size
    cudaMemcpyAsync(row, x, 9 * sizeof(int), cudaMemcpyDeviceToHost, stream);              // expect: copy_size
    block = (int*)realloc(block, 60);
    cudaMemcpy(block, x, 64, cudaMemcpyDeviceToHost);                                      // expect: copy_size
    int* zeros = (int*)calloc(4, 4);
    cudaMemcpy(x, zeros, 20, cudaMemcpyHostToDevice);                                      // expect: copy_size
    free(block), free(zeros);
    delete[] list;
    cudaStreamDestroy(stream);
    cudaFree(x);
}
