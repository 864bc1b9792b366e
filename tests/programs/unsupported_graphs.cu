// CUDA graphs.
// unsupported: graphs
int main() {
    cudaGraph_t graph;
    return cudaGraphCreate(&graph, 0);
}
