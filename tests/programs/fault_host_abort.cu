// A crash of host code.
// message: aborted: out of patience
#include <cstdio>
#include <cstdlib>
int main() {
    fprintf(stderr, "out of patience\n");
    abort();
}
