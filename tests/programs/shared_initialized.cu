// A shared variable cannot have an initial value.
// compile-error: shared_initialized.cu:5
__global__ void fill(int* out) {
    int unrelated = 4;
    __shared__ int value = 3;
    out[0] = value + unrelated;
}

int main() {
    fill<<<1, 32>>>(nullptr);
}
