// Memory that is freed twice by each of the functions that free.

int main() {
    int *p, *managed, *async, *pinned;
    cudaMalloc(&p, 64);
    cudaFree(p);
    cudaFree(p);  // expect: double_free
    cudaMallocManaged(&managed, 64);
    cudaFree(managed);
    cudaFree(managed);  // expect: double_free
    cudaMallocAsync(&async, 64, 0);
    cudaFreeAsync(async, 0);
    cudaFreeAsync(async, 0);  // expect: double_free
    cudaMallocHost(&pinned, 64);
    cudaFreeHost(pinned);
    cudaFreeHost(pinned);  // expect: double_free
}
