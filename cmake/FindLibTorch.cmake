# Finds pip's torch by the Python in CUSET_PYTHON and defines the target `torch`. Its own CMake package is not used: that
# of a CUDA wheel demands a CUDA toolkit, which compiling and linking against the libraries does not need.
if(NOT CUSET_PYTHON)
    set(CUSET_PYTHON ${CMAKE_SOURCE_DIR}/.venv/bin/python)
endif()
execute_process(
    COMMAND ${CUSET_PYTHON} -W ignore -c "import torch, os; print(os.path.dirname(torch.__file__)); print(torch.__version__); print(int(torch._C._GLIBCXX_USE_CXX11_ABI))"
    OUTPUT_VARIABLE found ERROR_VARIABLE problem RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "${CUSET_PYTHON} has no torch; run `make setup`, or point CUSET_PYTHON to a Python that has torch 2.11 to 2.14.\n${problem}")
endif()
string(REPLACE "\n" ";" found "${found}")
list(GET found 0 TORCH_DIR)
list(GET found 1 TORCH_VERSION)
list(GET found 2 TORCH_CXX11_ABI)
if(TORCH_VERSION VERSION_LESS 2.11 OR TORCH_VERSION VERSION_GREATER_EQUAL 2.15)
    message(FATAL_ERROR "torch ${TORCH_VERSION} found by ${CUSET_PYTHON}; 2.11 to 2.14 is needed")
endif()
add_library(torch INTERFACE)
target_include_directories(torch SYSTEM INTERFACE ${TORCH_DIR}/include ${TORCH_DIR}/include/torch/csrc/api/include)
target_compile_definitions(torch INTERFACE _GLIBCXX_USE_CXX11_ABI=${TORCH_CXX11_ABI})
set(torch_libraries ${TORCH_DIR}/lib/libtorch.so ${TORCH_DIR}/lib/libtorch_cpu.so ${TORCH_DIR}/lib/libc10.so)
if(EXISTS ${TORCH_DIR}/lib/libtorch_cuda.so)
    list(APPEND torch_libraries -Wl,--no-as-needed ${TORCH_DIR}/lib/libtorch_cuda.so ${TORCH_DIR}/lib/libc10_cuda.so -Wl,--as-needed)
endif()
# The CUDA wheel's NVIDIA libraries lie in sibling packages and are found by libtorch's own rpath.
target_link_libraries(torch INTERFACE ${torch_libraries} -Wl,--allow-shlib-undefined -Wl,-rpath,${TORCH_DIR}/lib)

# at::parallel_for is a template: it runs in parallel only where it is compiled with OpenMP. The runtime must be torch's
# own; a second one would start a second set of threads.
target_compile_options(torch INTERFACE -fopenmp)
file(GLOB torch_openmp ${TORCH_DIR}/lib/libgomp*.so* ${TORCH_DIR}/../torch.libs/libgomp*.so*)
if(torch_openmp)
    list(GET torch_openmp 0 torch_openmp)
else()
    set(torch_openmp gomp)
endif()
target_link_libraries(torch INTERFACE ${torch_openmp})

# torch's include directory carries its own fmt, another version than the one we link; ours must be found first.
get_target_property(fmt_include fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
list(GET fmt_include 0 fmt_include)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/include)
file(CREATE_LINK ${fmt_include}/fmt ${CMAKE_BINARY_DIR}/include/fmt SYMBOLIC)
target_include_directories(torch BEFORE INTERFACE $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}/include>)
