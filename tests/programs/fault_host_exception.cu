// An exception that nobody catches.
// message: aborted
#include <stdexcept>
int main() { throw std::runtime_error("nobody"); }
