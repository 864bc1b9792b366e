// Memory that is never freed, of each kind.
__global__ void keep(int** out) { *out = static_cast<int*>(malloc(64)); }

struct Buffer {
    float* data;
    explicit Buffer(int n) { cudaMalloc(&data, n * sizeof(float)); }  // expect: leak
};

int main() {
    int *p, *managed, *async, *pinned, *rows;
    cudaMalloc(&p, 64);                            // expect: leak
    cudaMallocManaged(&managed, 64);               // expect: leak
    cudaMallocAsync(&async, 64, 0);                // expect: leak
    cudaMallocHost(&pinned, 64);                   // expect: leak
    size_t pitch;
    cudaMallocPitch(&rows, &pitch, 64, 4);         // expect: leak
    Buffer buffer(3);
    p = nullptr;
    cudaMalloc(&p, 128);
    cudaFree(p);
}
