// Managed variables, used by host and device without copies.
// output: 6 10 42
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                    \
    do {                                                                               \
        const cudaError_t error = (call);                                              \
        if (error != cudaSuccess) {                                                    \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(error));                \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

struct State {
    int steps, last[2];
};
__managed__ int shared_count = 5;
__device__ __managed__ State state;
__managed__ float curve[4] = {1, 2, 3, 4};

__global__ void step() {
    ++shared_count;
    state.steps += 1, state.last[1] = 42;
    curve[3] += curve[0] + curve[1] + curve[2];
}

int main() {
    state.steps = 0;
    step<<<1, 1>>>();
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %g %d\n", shared_count, curve[3], state.last[state.steps]);
}
