// Surfaces.
// unsupported: surfaces
__global__ void set(cudaSurfaceObject_t surface) { surf2Dwrite(1.0f, surface, 4 * threadIdx.x, threadIdx.y); }
int main() { set<<<1, 1>>>(0); }
