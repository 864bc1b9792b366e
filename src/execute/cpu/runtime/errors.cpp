// Error codes: their names and texts, the last error of a thread, and faults that stay.
#include "internal.h"

namespace cuset_rt {
namespace {

__thread cudaError_t last_error = cudaSuccess;
cudaError_t fault = cudaSuccess;  // of a kernel; every later call of any thread returns it

struct ErrorText {
    cudaError_t error;
    const char *name, *text;
};
#define CUSET_ERROR(name, text) \
    { name, #name, text }
constexpr ErrorText kErrors[] = {
    CUSET_ERROR(cudaSuccess, "no error"),
    CUSET_ERROR(cudaErrorInvalidValue, "invalid argument"),
    CUSET_ERROR(cudaErrorMemoryAllocation, "out of memory"),
    CUSET_ERROR(cudaErrorInitializationError, "initialization error"),
    CUSET_ERROR(cudaErrorCudartUnloading, "driver shutting down"),
    CUSET_ERROR(cudaErrorProfilerDisabled, "profiler disabled while using external profiling tool"),
    CUSET_ERROR(cudaErrorProfilerNotInitialized, "profiler not initialized: call cudaProfilerInitialize()"),
    CUSET_ERROR(cudaErrorProfilerAlreadyStarted, "profiler already started"),
    CUSET_ERROR(cudaErrorProfilerAlreadyStopped, "profiler already stopped"),
    CUSET_ERROR(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    CUSET_ERROR(cudaErrorInvalidPitchValue, "invalid pitch argument"),
    CUSET_ERROR(cudaErrorInvalidSymbol, "invalid device symbol"),
    CUSET_ERROR(cudaErrorInvalidHostPointer, "invalid host pointer"),
    CUSET_ERROR(cudaErrorInvalidDevicePointer, "invalid device pointer"),
    CUSET_ERROR(cudaErrorInvalidTexture, "invalid texture reference"),
    CUSET_ERROR(cudaErrorInvalidTextureBinding, "texture is not bound to a pointer"),
    CUSET_ERROR(cudaErrorInvalidChannelDescriptor, "invalid channel descriptor"),
    CUSET_ERROR(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    CUSET_ERROR(cudaErrorAddressOfConstant, "invalid address of constant"),
    CUSET_ERROR(cudaErrorTextureFetchFailed, "fetch from texture failed"),
    CUSET_ERROR(cudaErrorTextureNotBound, "cannot fetch from a texture that is not bound"),
    CUSET_ERROR(cudaErrorSynchronizationError, "incorrect use of __syncthreads()"),
    CUSET_ERROR(cudaErrorInvalidFilterSetting, "linear filtering not supported for non-float type"),
    CUSET_ERROR(cudaErrorInvalidNormSetting, "read as normalized float not supported for data type"),
    CUSET_ERROR(cudaErrorMixedDeviceExecution, "device emulation mode and device execution mode cannot be mixed"),
    CUSET_ERROR(cudaErrorNotYetImplemented, "feature not yet implemented"),
    CUSET_ERROR(cudaErrorMemoryValueTooLarge, "memory size or pointer value too large to fit in 32 bit"),
    CUSET_ERROR(cudaErrorStubLibrary, "CUDA driver is a stub library"),
    CUSET_ERROR(cudaErrorInsufficientDriver, "CUDA driver version is insufficient for CUDA runtime version"),
    CUSET_ERROR(cudaErrorCallRequiresNewerDriver, "API call is not supported in the installed CUDA driver"),
    CUSET_ERROR(cudaErrorInvalidSurface, "invalid surface reference"),
    CUSET_ERROR(cudaErrorDuplicateVariableName, "duplicate global variable looked up by string name"),
    CUSET_ERROR(cudaErrorDuplicateTextureName, "duplicate texture looked up by string name"),
    CUSET_ERROR(cudaErrorDuplicateSurfaceName, "duplicate surface looked up by string name"),
    CUSET_ERROR(cudaErrorDevicesUnavailable, "CUDA-capable device(s) is/are busy or unavailable"),
    CUSET_ERROR(cudaErrorIncompatibleDriverContext, "incompatible driver context"),
    CUSET_ERROR(cudaErrorMissingConfiguration, "__global__ function call is not configured"),
    CUSET_ERROR(cudaErrorPriorLaunchFailure, "unspecified launch failure in prior launch"),
    CUSET_ERROR(cudaErrorLaunchMaxDepthExceeded, "launch would exceed maximum depth of nested launches"),
    CUSET_ERROR(cudaErrorLaunchFileScopedTex,
                "launch failed because kernel uses unsupported, file-scoped textures (texture objects are supported)"),
    CUSET_ERROR(cudaErrorLaunchFileScopedSurf,
                "launch failed because kernel uses unsupported, file-scoped surfaces (surface objects are supported)"),
    CUSET_ERROR(cudaErrorSyncDepthExceeded,
                "cudaDeviceSynchronize failed because caller's grid depth exceeds cudaLimitDevRuntimeSyncDepth"),
    CUSET_ERROR(cudaErrorLaunchPendingCountExceeded,
                "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount"),
    CUSET_ERROR(cudaErrorInvalidDeviceFunction, "invalid device function"),
    CUSET_ERROR(cudaErrorNoDevice, "no CUDA-capable device is detected"),
    CUSET_ERROR(cudaErrorInvalidDevice, "invalid device ordinal"),
    CUSET_ERROR(cudaErrorDeviceNotLicensed, "device doesn't have valid Grid license"),
    CUSET_ERROR(cudaErrorSoftwareValidityNotEstablished, "integrity checks failed"),
    CUSET_ERROR(cudaErrorStartupFailure, "startup failure in cuda runtime"),
    CUSET_ERROR(cudaErrorInvalidKernelImage, "device kernel image is invalid"),
    CUSET_ERROR(cudaErrorDeviceUninitialized, "invalid device context"),
    CUSET_ERROR(cudaErrorMapBufferObjectFailed, "mapping of buffer object failed"),
    CUSET_ERROR(cudaErrorUnmapBufferObjectFailed, "unmapping of buffer object failed"),
    CUSET_ERROR(cudaErrorArrayIsMapped, "array is mapped"),
    CUSET_ERROR(cudaErrorAlreadyMapped, "resource already mapped"),
    CUSET_ERROR(cudaErrorNoKernelImageForDevice, "no kernel image is available for execution on the device"),
    CUSET_ERROR(cudaErrorAlreadyAcquired, "resource already acquired"),
    CUSET_ERROR(cudaErrorNotMapped, "resource not mapped"),
    CUSET_ERROR(cudaErrorNotMappedAsArray, "resource not mapped as array"),
    CUSET_ERROR(cudaErrorNotMappedAsPointer, "resource not mapped as pointer"),
    CUSET_ERROR(cudaErrorECCUncorrectable, "uncorrectable ECC error encountered"),
    CUSET_ERROR(cudaErrorUnsupportedLimit, "limit is not supported on this architecture"),
    CUSET_ERROR(cudaErrorDeviceAlreadyInUse, "exclusive-thread device already in use by a different thread"),
    CUSET_ERROR(cudaErrorPeerAccessUnsupported, "peer access is not supported between these two devices"),
    CUSET_ERROR(cudaErrorInvalidPtx, "a PTX JIT compilation failed"),
    CUSET_ERROR(cudaErrorInvalidGraphicsContext, "invalid OpenGL or DirectX context"),
    CUSET_ERROR(cudaErrorNvlinkUncorrectable, "uncorrectable NVLink error detected during the execution"),
    CUSET_ERROR(cudaErrorJitCompilerNotFound, "PTX JIT compiler library not found"),
    CUSET_ERROR(cudaErrorUnsupportedPtxVersion, "the provided PTX was compiled with an unsupported toolchain."),
    CUSET_ERROR(cudaErrorJitCompilationDisabled, "PTX JIT compilation was disabled"),
    CUSET_ERROR(cudaErrorUnsupportedExecAffinity, "the provided execution affinity is not supported"),
    CUSET_ERROR(cudaErrorUnsupportedDevSideSync, "the provided PTX contains unsupported call to cudaDeviceSynchronize"),
    CUSET_ERROR(cudaErrorContained, "Invalid access of peer GPU memory over nvlink or a hardware error"),
    CUSET_ERROR(cudaErrorInvalidSource, "device kernel image is invalid"),
    CUSET_ERROR(cudaErrorFileNotFound, "file not found"),
    CUSET_ERROR(cudaErrorSharedObjectSymbolNotFound, "shared object symbol not found"),
    CUSET_ERROR(cudaErrorSharedObjectInitFailed, "shared object initialization failed"),
    CUSET_ERROR(cudaErrorOperatingSystem, "OS call failed or operation not supported on this OS"),
    CUSET_ERROR(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    CUSET_ERROR(cudaErrorIllegalState, "the operation cannot be performed in the present state"),
    CUSET_ERROR(cudaErrorLossyQuery, "attempted introspection would be semantically lossy"),
    CUSET_ERROR(cudaErrorSymbolNotFound, "named symbol not found"),
    CUSET_ERROR(cudaErrorNotReady, "device not ready"),
    CUSET_ERROR(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    CUSET_ERROR(cudaErrorLaunchOutOfResources, "too many resources requested for launch"),
    CUSET_ERROR(cudaErrorLaunchTimeout, "the launch timed out and was terminated"),
    CUSET_ERROR(cudaErrorLaunchIncompatibleTexturing, "launch uses incompatible texturing mode"),
    CUSET_ERROR(cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    CUSET_ERROR(cudaErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    CUSET_ERROR(cudaErrorSetOnActiveProcess, "cannot set while device is active in this process"),
    CUSET_ERROR(cudaErrorContextIsDestroyed, "context is destroyed"),
    CUSET_ERROR(cudaErrorAssert, "device-side assert triggered"),
    CUSET_ERROR(cudaErrorTooManyPeers, "peer mapping resources exhausted"),
    CUSET_ERROR(cudaErrorHostMemoryAlreadyRegistered, "part or all of the requested memory range is already mapped"),
    CUSET_ERROR(cudaErrorHostMemoryNotRegistered, "pointer does not correspond to a registered memory region"),
    CUSET_ERROR(cudaErrorHardwareStackError, "hardware stack error"),
    CUSET_ERROR(cudaErrorIllegalInstruction, "an illegal instruction was encountered"),
    CUSET_ERROR(cudaErrorMisalignedAddress, "misaligned address"),
    CUSET_ERROR(cudaErrorInvalidAddressSpace, "operation not supported on global/shared address space"),
    CUSET_ERROR(cudaErrorInvalidPc, "invalid program counter"),
    CUSET_ERROR(cudaErrorLaunchFailure, "unspecified launch failure"),
    CUSET_ERROR(cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    CUSET_ERROR(cudaErrorTensorMemoryLeak, "tensor memory not completely freed"),
    CUSET_ERROR(cudaErrorNotPermitted, "operation not permitted"),
    CUSET_ERROR(cudaErrorNotSupported, "operation not supported"),
    CUSET_ERROR(cudaErrorSystemNotReady, "system not yet initialized"),
    CUSET_ERROR(cudaErrorSystemDriverMismatch, "system has unsupported display driver / cuda driver combination"),
    CUSET_ERROR(cudaErrorCompatNotSupportedOnDevice, "forward compatibility was attempted on non supported HW"),
    CUSET_ERROR(cudaErrorMpsConnectionFailed,
                "MPS client failed to connect to the MPS control daemon or the MPS server"),
    CUSET_ERROR(cudaErrorMpsRpcFailure, "the remote procedural call between the MPS server and the MPS client failed"),
    CUSET_ERROR(cudaErrorMpsServerNotReady, "MPS server is not ready to accept new MPS client requests"),
    CUSET_ERROR(cudaErrorMpsMaxClientsReached,
                "the hardware resources required to create MPS client have been exhausted"),
    CUSET_ERROR(cudaErrorMpsMaxConnectionsReached,
                "the hardware resources required to support device connections have been exhausted"),
    CUSET_ERROR(cudaErrorMpsClientTerminated, "the MPS client has been terminated by the server"),
    CUSET_ERROR(cudaErrorCdpNotSupported,
                "is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does not support it"),
    CUSET_ERROR(cudaErrorCdpVersionMismatch,
                "unsupported interaction between different versions of CUDA Dynamic Parallelism"),
    CUSET_ERROR(cudaErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing"),
    CUSET_ERROR(cudaErrorStreamCaptureInvalidated, "operation failed due to a previous error during capture"),
    CUSET_ERROR(cudaErrorStreamCaptureMerge, "operation would result in a merge of separate capture sequences"),
    CUSET_ERROR(cudaErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began"),
    CUSET_ERROR(cudaErrorStreamCaptureUnjoined, "capturing stream has unjoined work"),
    CUSET_ERROR(cudaErrorStreamCaptureIsolation, "dependency created on uncaptured work in another stream"),
    CUSET_ERROR(cudaErrorStreamCaptureImplicit,
                "operation would make the legacy stream depend on a capturing blocking stream"),
    CUSET_ERROR(cudaErrorCapturedEvent, "operation not permitted on an event last recorded in a capturing stream"),
    CUSET_ERROR(cudaErrorStreamCaptureWrongThread,
                "attempt to terminate a thread-local capture sequence from another thread"),
    CUSET_ERROR(cudaErrorTimeout, "wait operation timed out"),
    CUSET_ERROR(cudaErrorGraphExecUpdateFailure,
                "the graph update was not performed because it included changes which violated constraints specific to "
                "instantiated graph update"),
    CUSET_ERROR(cudaErrorExternalDevice, "an async error has occured in external entity outside of CUDA"),
    CUSET_ERROR(cudaErrorInvalidClusterSize, "a kernel launch error has occurred due to cluster misconfiguration"),
    CUSET_ERROR(cudaErrorFunctionNotLoaded,
                "the function handle is not loaded when calling an API that requires a loaded "
                "function"),
    CUSET_ERROR(cudaErrorInvalidResourceType,
                "one or more resources passed in are not valid resource types for the "
                "operation"),
    CUSET_ERROR(cudaErrorInvalidResourceConfiguration,
                "one or more resources are insufficient or non-applicable for "
                "the operation"),
    CUSET_ERROR(cudaErrorUnknown, "unknown error"),
};
#undef CUSET_ERROR

const ErrorText* find_error(cudaError_t error) {
    for (const ErrorText& known : kErrors)
        if (known.error == error) return &known;
    return nullptr;
}

// Errors after which a device does no more work for the process.
bool is_fault(cudaError_t error) {
    switch (error) {
        case cudaErrorECCUncorrectable:
        case cudaErrorIllegalAddress:
        case cudaErrorLaunchTimeout:
        case cudaErrorAssert:
        case cudaErrorHardwareStackError:
        case cudaErrorIllegalInstruction:
        case cudaErrorMisalignedAddress:
        case cudaErrorInvalidAddressSpace:
        case cudaErrorInvalidPc:
        case cudaErrorLaunchFailure:
            return true;
        default:
            return false;
    }
}

cudaError_t fault_or(cudaError_t error) {
    const cudaError_t stays = kernel_fault();
    return stays != cudaSuccess ? stays : error;
}

}  // namespace

cudaError_t kernel_fault() {
    return __atomic_load_n(&fault, __ATOMIC_ACQUIRE);
}

cudaError_t set_error(cudaError_t error) {
    cudaError_t none = cudaSuccess;
    if (is_fault(error)) __atomic_compare_exchange_n(&fault, &none, error, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    error = fault_or(error);
    if (error != cudaSuccess) last_error = error;
    return error;
}

}  // namespace cuset_rt

using namespace cuset_rt;

cudaError_t cudaGetLastError() {
    check::error_was_seen();
    const cudaError_t error = fault_or(last_error);
    last_error = cudaSuccess;
    return error;
}
cudaError_t cudaPeekAtLastError() {
    check::error_was_seen();
    return fault_or(last_error);
}
const char* cudaGetErrorString(cudaError_t error) {
    const ErrorText* found = find_error(error);
    return found != nullptr ? found->text : "unrecognized error code";
}
const char* cudaGetErrorName(cudaError_t error) {
    const ErrorText* found = find_error(error);
    return found != nullptr ? found->name : "unrecognized error code";
}
