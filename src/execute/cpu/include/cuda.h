// The parts of the driver API that need no module: device, context, memory, streams and events of the runtime API under
// the driver's names.
#pragma once

#include <string.h>

#include "cuda_runtime.h"

#define CUDA_VERSION CUDART_VERSION
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st* CUcontext;
typedef cudaDeviceAttr CUdevice_attribute;  // the numbers are the same

// The codes of both interfaces have the same numbers where both have one.
typedef enum cudaError_enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_INVALID_CONTEXT = 201,
    CUDA_ERROR_INVALID_HANDLE = 400,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
    CUDA_ERROR_LAUNCH_TIMEOUT = 702,
    CUDA_ERROR_ASSERT = 710,
    CUDA_ERROR_LAUNCH_FAILED = 719,
    CUDA_ERROR_NOT_PERMITTED = 800,
    CUDA_ERROR_NOT_SUPPORTED = 801,
    CUDA_ERROR_UNKNOWN = 999
} CUresult;

#define CU_STREAM_DEFAULT 0x0
#define CU_STREAM_NON_BLOCKING 0x1
#define CU_EVENT_DEFAULT 0x0
#define CU_EVENT_DISABLE_TIMING 0x2
#define CU_CTX_SCHED_AUTO 0x00
#define CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK cudaDevAttrMaxThreadsPerBlock
#define CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK cudaDevAttrMaxSharedMemoryPerBlock
#define CU_DEVICE_ATTRIBUTE_WARP_SIZE cudaDevAttrWarpSize
#define CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT cudaDevAttrMultiProcessorCount
#define CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR cudaDevAttrComputeCapabilityMajor
#define CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR cudaDevAttrComputeCapabilityMinor

namespace cuset_rt {
inline CUresult driver_result(cudaError_t error) {
    return static_cast<CUresult>(error);
}
inline void* driver_pointer(CUdeviceptr address) {
    return reinterpret_cast<void*>(address);
}
}  // namespace cuset_rt

inline CUresult cuInit(unsigned flags) {
    return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
inline CUresult cuDriverGetVersion(int* version) {
    return cuset_rt::driver_result(cudaDriverGetVersion(version));
}
inline CUresult cuGetErrorName(CUresult error, const char** name) {
    *name = cudaGetErrorName(static_cast<cudaError_t>(error));
    return CUDA_SUCCESS;
}
inline CUresult cuGetErrorString(CUresult error, const char** text) {
    *text = cudaGetErrorString(static_cast<cudaError_t>(error));
    return CUDA_SUCCESS;
}

inline CUresult cuDeviceGetCount(int* count) {
    return cuset_rt::driver_result(cudaGetDeviceCount(count));
}
inline CUresult cuDeviceGet(CUdevice* device, int ordinal) {
    if (ordinal != 0) return CUDA_ERROR_INVALID_DEVICE;
    *device = ordinal;
    return CUDA_SUCCESS;
}
inline CUresult cuDeviceGetName(char* name, int bytes, CUdevice device) {
    cudaDeviceProp properties;
    const cudaError_t error = cudaGetDeviceProperties(&properties, device);
    if (error != cudaSuccess || bytes <= 0) return cuset_rt::driver_result(error);
    strncpy(name, properties.name, static_cast<size_t>(bytes) - 1);
    name[bytes - 1] = '\0';
    return CUDA_SUCCESS;
}
inline CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
    return cuset_rt::driver_result(cudaDeviceGetAttribute(value, attribute, device));
}
inline CUresult cuDeviceTotalMem(size_t* bytes, CUdevice) {
    size_t left = 0;
    return cuset_rt::driver_result(cudaMemGetInfo(&left, bytes));
}
// There is one context; its handle only has to be one.
inline CUresult cuCtxCreate(CUcontext* context, unsigned, CUdevice device) {
    *context = reinterpret_cast<CUcontext>(1);
    return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
inline CUresult cuCtxDestroy(CUcontext context) {
    return context != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
inline CUresult cuCtxSetCurrent(CUcontext) {
    return CUDA_SUCCESS;
}
inline CUresult cuCtxSynchronize() {
    return cuset_rt::driver_result(cudaDeviceSynchronize());
}
inline CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
    return cuCtxCreate(context, 0, device);
}
inline CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
    return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

inline CUresult cuMemAlloc(CUdeviceptr* address, size_t bytes) {
    if (bytes == 0) return CUDA_ERROR_INVALID_VALUE;
    return cuset_rt::driver_result(cudaMalloc(reinterpret_cast<void**>(address), bytes));
}
inline CUresult cuMemFree(CUdeviceptr address) {
    return cuset_rt::driver_result(cudaFree(cuset_rt::driver_pointer(address)));
}
inline CUresult cuMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
    return cuset_rt::driver_result(cudaMemGetInfo(free_bytes, total_bytes));
}
inline CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t bytes) {
    return cuset_rt::driver_result(cudaMemcpy(cuset_rt::driver_pointer(to), from, bytes, cudaMemcpyHostToDevice));
}
inline CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t bytes) {
    return cuset_rt::driver_result(cudaMemcpy(to, cuset_rt::driver_pointer(from), bytes, cudaMemcpyDeviceToHost));
}
inline CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
    return cuset_rt::driver_result(
        cudaMemcpy(cuset_rt::driver_pointer(to), cuset_rt::driver_pointer(from), bytes, cudaMemcpyDeviceToDevice));
}
inline CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t bytes) {
    return cuset_rt::driver_result(cudaMemset(cuset_rt::driver_pointer(to), value, bytes));
}
// The words of a fill are copied one by one, so that they are checked as every copy is.
inline CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const CUresult result = cuMemcpyHtoD(to + i * sizeof value, &value, sizeof value);
        if (result != CUDA_SUCCESS) return result;
    }
    return CUDA_SUCCESS;
}
