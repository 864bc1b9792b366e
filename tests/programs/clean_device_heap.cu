// Kernels allocate with new and malloc, and free again.
// output: 0 wrong
#include <cstdio>
#include <cstdlib>
struct Node {
    int value;
    Node* next;
};
__global__ void lists(int* out) {
    Node* head = nullptr;
    for (int i = 0; i < 5; ++i) head = new Node{(int)threadIdx.x + i, head};
    int* squares = (int*)malloc(5 * sizeof(int));
    for (int i = 0; i < 5; ++i) squares[i] = i * i;
    int sum = 0;
    for (Node* node = head; node != nullptr;) {
        Node* next = node->next;
        sum += node->value;
        delete node;
        node = next;
    }
    for (int i = 0; i < 5; ++i) sum += squares[i];
    free(squares);
    out[threadIdx.x] = sum;
}
int main() {
    int *out, host[40];
    cudaMalloc(&out, sizeof host);
    lists<<<1, 40>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int t = 0; t < 40; ++t) wrong += host[t] != 5 * t + 10 + 30;
    printf("%d wrong\n", wrong);
    cudaFree(out);
}
