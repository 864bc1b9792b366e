// Launches that fail, which the program never asks about.
__global__ void nothing() {}
__global__ void other(int* x) { x[0] = 1; }

void helper() {
    nothing<<<dim3(1, 65536), 32>>>();  // expect: launch_error unchecked_launch_error
}
int main() {
    nothing<<<0, 32>>>();                    // expect: launch_error unchecked_launch_error
    nothing<<<1, 0>>>();                     // expect: launch_error unchecked_launch_error
    nothing<<<1, 1025>>>();                  // expect: launch_error unchecked_launch_error
    nothing<<<1, dim3(1, 1, 65)>>>();        // expect: launch_error unchecked_launch_error
    nothing<<<1, dim3(32, 33)>>>();          // expect: launch_error unchecked_launch_error
    nothing<<<1, 32, 50000>>>();             // expect: launch_error unchecked_launch_error
    other<<<1, dim3(1, 2000)>>>(nullptr);    // expect: launch_error unchecked_launch_error
    other<<<dim3(1, 1, 70000), 1>>>(nullptr);  // expect: launch_error unchecked_launch_error
    helper();
}
