// Virtual functions of objects made by device code, in local and in allocated memory.
// output: 4 12.5 2
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

class Shape {
   public:
    __device__ virtual float area() const = 0;
    __device__ virtual ~Shape() {}
};
class Square : public Shape {
   public:
    __device__ explicit Square(float side) : side_(side) {}
    __device__ float area() const override { return side_ * side_; }

   protected:
    float side_;
};
class Half final : public Square {
   public:
    using Square::Square;
    __device__ float area() const override { return Square::area() / 2; }
};
__device__ int destroyed = 0;
class Counted : public Square {
   public:
    using Square::Square;
    __device__ ~Counted() override { ++destroyed; }
};
__global__ void use(float* out) {
    const Square square(2);
    const Half half(5);
    const Shape* shapes[] = {&square, &half};
    for (int i = 0; i < 2; ++i) out[i] = shapes[i]->area();
    Shape* allocated = new Counted(1);
    out[2] = allocated->area();
    delete allocated;
    out[2] += destroyed;
}

int main() {
    float* out;
    CHECK(cudaMallocManaged(&out, 3 * sizeof(float)));
    use<<<1, 1>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%g %g %g\n", out[0], out[1], out[2]);
    CHECK(cudaFree(out));
}
