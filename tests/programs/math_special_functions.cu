// Inverse error functions, the normal distribution, scaled erfc and Bessel functions, to within a few units of
// values known from tables.
// output: 0 far of 33
#include <cmath>
#include <cstdio>
#define CHECK(call)                                                     \
    do {                                                                \
        const cudaError_t error = (call);                               \
        if (error != cudaSuccess) {                                     \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(error)); \
            return 1;                                                   \
        }                                                               \
    } while (0)
#define LAUNCHED               \
    CHECK(cudaGetLastError()); \
    CHECK(cudaDeviceSynchronize())
struct Case {
    double found, known;
};
__global__ void compute(Case* c) {
    int i = 0;
    const auto add = [&](double found, double known) { c[i++] = {found, known}; };
    add(erfinv(0.5), 0.47693627620446987), add(erfinv(-0.9), -1.1630871536766743),
        add(erfinv(1e-10), 8.862269254527581e-11);
    add(erfcinv(1e-10), 4.572824967389486), add(erfcinv(1.5), -0.47693627620446987),
        add(erfcinv(1e-100), 15.065574702592645);
    add(normcdf(0.0), 0.5), add(normcdf(-10.0), 7.619853024160527e-24), add(normcdf(1.0), 0.8413447460685429);
    add(normcdfinv(0.975), 1.959963984540054), add(normcdfinv(1e-20), -9.262340089798408), add(normcdfinv(0.5), 0.0);
    add(erfcx(1.0), 0.427583576155807), add(erfcx(30.0), 0.01879588886141675), add(erfcx(-2.0), 108.9409043899779);
    add(cyl_bessel_i0(1.0), 1.2660658777520084), add(cyl_bessel_i0(50.0), 2.932553783849336e20);
    add(cyl_bessel_i1(1.0), 0.5651591039924850), add(cyl_bessel_i1(-2.0), -1.5906368546373290);
    add(j0(1.0), 0.7651976865579666), add(j1(1.0), 0.4400505857449335), add(jn(2, 1.0), 0.1149034849319005);
    add(y0(1.0), 0.08825696421567697), add(y1(1.0), -0.7812128213002887), add(yn(2, 1.0), -1.6506826068162546);
    add(rcbrt(27.0), 1.0 / 3), add(rsqrt(16.0), 0.25), add(exp10(3.0), 1000.0), add(tgamma(5.0), 24.0);
    add(lgamma(10.0), 12.801827480081469), add(erfcxf(2.0f), 0.2553956763105057),
        add(erfinvf(0.25f), 0.22531205501217808);
    add(normcdfinvf(0.25f), -0.6744897501960817);
}
int main() {
    Case* c;
    CHECK(cudaMallocManaged(&c, 33 * sizeof(Case)));
    compute<<<1, 1>>>(c);
    LAUNCHED;
    int far = 0;
    for (int i = 0; i < 33; ++i) {
        const double tolerance = i < 30 ? 4e-15 : 3e-7;
        if (!(std::fabs(c[i].found - c[i].known) <= tolerance * std::fabs(c[i].known) + 1e-300)) {
            printf("case %d: %.17g instead of %.17g\n", i, c[i].found, c[i].known);
            ++far;
        }
    }
    printf("%d far of 33\n", far);
    CHECK(cudaFree(c));
}
