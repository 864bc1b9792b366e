// Names and texts of error codes, their numbers, and codes that do not exist.
// output: cudaSuccess: no error
// output: cudaErrorInvalidValue: invalid argument
// output: cudaErrorMemoryAllocation: out of memory
// output: cudaErrorInvalidConfiguration: invalid configuration argument
// output: cudaErrorInvalidDevice: invalid device ordinal
// output: cudaErrorIllegalAddress: an illegal memory access was encountered
// output: cudaErrorAssert: device-side assert triggered
// output: cudaErrorCooperativeLaunchTooLarge: too many blocks in cooperative launch
// output: cudaErrorUnknown: unknown error
// output: unrecognized error code: unrecognized error code
// output: 700 710 719 720 911 999
#include <cstdio>
int main() {
    for (const int code : {0, 1, 2, 9, 101, 700, 710, 720, 999, 12345}) {
        const auto error = static_cast<cudaError_t>(code);
        printf("%s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
    }
    printf("%d %d %d %d %d %d\n", cudaErrorIllegalAddress, cudaErrorAssert, cudaErrorLaunchFailure,
           cudaErrorCooperativeLaunchTooLarge, cudaErrorExternalDevice, cudaErrorUnknown);
}
