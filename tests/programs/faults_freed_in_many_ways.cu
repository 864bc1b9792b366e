// Memory that is used after it was freed by each of the functions that free.
__global__ void read(const int* p, int* x) { *x = *p; }                   // expect: use_after_free
__global__ void write(int* p) { p[3] = 1; }                               // expect: use_after_free
__global__ void add(int* p) { atomicAdd(p, 1); }                          // expect: use_after_free
__global__ void vector(int4* p) { p[1] = make_int4(1, 2, 3, 4); }         // expect: use_after_free
__global__ void interior(int* p) { p[60] += 1; }                          // expect: use_after_free

int main() {
    int *x, *p;
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMalloc(&p, 64 * sizeof(int));
    cudaFree(p);
    read<<<1, 1>>>(p, x);
    int* async;
    cudaMallocAsync(&async, 64 * sizeof(int), 0);
    cudaFreeAsync(async, 0);
    cudaStreamSynchronize(0);
    write<<<1, 1>>>(async);
    int* managed;
    cudaMallocManaged(&managed, 64 * sizeof(int));
    cudaFree(managed);
    add<<<1, 1>>>(managed);
    size_t pitch;
    int* rows;
    cudaMallocPitch(&rows, &pitch, 64, 4);
    cudaFree(rows);
    vector<<<1, 1>>>(reinterpret_cast<int4*>(rows));
    int* pinned;
    cudaMallocHost(&pinned, 64 * sizeof(int));
    cudaFreeHost(pinned);
    interior<<<1, 1>>>(pinned);
    cudaDeviceSynchronize();
    cudaFree(x);
}
