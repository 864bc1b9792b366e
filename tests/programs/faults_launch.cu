// Ten launches that the device refuses; the errors are looked at.
#include <cstdio>

__global__ void nothing() {}
__global__ void shared() {
    extern __shared__ char s[];
    s[threadIdx.x] = 1;
}

static void look() {
    if (cudaGetLastError() == cudaSuccess) std::printf("no error\n");
}

int main() {
    nothing<<<1, 1025>>>();  // expect: launch_error
    look();
    nothing<<<1, dim3(32, 33)>>>();  // expect: launch_error
    look();
    nothing<<<1, dim3(1, 1, 65)>>>();  // expect: launch_error
    look();
    nothing<<<0, 32>>>();  // expect: launch_error
    look();
    nothing<<<1, 0>>>();  // expect: launch_error
    look();
    nothing<<<dim3(1, 65536), 32>>>();  // expect: launch_error
    look();
    nothing<<<dim3(1, 1, 65536), 32>>>();  // expect: launch_error
    look();
    shared<<<1, 32, 49 * 1024>>>();  // expect: launch_error
    look();
    nothing<<<dim3(1, 0), 32>>>();  // expect: launch_error
    look();
    nothing<<<1, dim3(2048, 1, 1)>>>();  // expect: launch_error
    look();
}
