#include <cstdio>
#include <stdexcept>
#include <vector>

int main() {
    std::vector<int> v{1, 2, 3};
    try {
        v.at(7) = 1;
    } catch (const std::out_of_range &) {
        std::puts("caught");
    }
}
