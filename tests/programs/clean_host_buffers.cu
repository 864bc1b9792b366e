// Host memory that just holds a copy, at its beginning and within, also when it has grown or has been used again.
// output: 4 9 60 5 hello, device
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

struct Record {
    int header;
    int values[3];
    int more[4];
};

int main() {
    int* x;
    cudaMalloc(&x, 256 * sizeof(int));
    std::vector<int> values;
    for (int i = 0; i < 200; ++i) values.push_back(i % 10);
    cudaMemcpy(x, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
    int few[5];
    cudaMemcpy(few, x, sizeof few, cudaMemcpyDeviceToHost);
    int* block = (int*)malloc(10 * sizeof(int));
    block = (int*)realloc(block, 100 * sizeof(int));
    cudaMemcpy(block, x, 100 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(block + 60, x + 60, 40 * sizeof(int), cudaMemcpyDeviceToHost);
    const int ninth = block[9];
    free(block);
    auto list = std::make_unique<int[]>(150);
    cudaMemcpy(list.get(), x, 150 * sizeof(int), cudaMemcpyDeviceToHost);
    Record record;
    cudaMemcpy(record.values, x, 7 * sizeof(int), cudaMemcpyDeviceToHost);
    std::string text = "hello";
    text += ", device";
    char back[32] = {};
    cudaMemcpy(x, text.data(), text.size() + 1, cudaMemcpyHostToDevice);
    cudaMemcpy(back, x, text.size() + 1, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %s\n", few[4], ninth, 10 * record.values[2] + 4 * list[10 * 14 + 9] + 4, record.more[2], back);
    cudaFree(x);
}
