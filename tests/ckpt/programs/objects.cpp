// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// C++: new and delete, virtual functions, containers, exceptions through restored frames,
// destructors of statics, a checkpoint while an exception is handled (where nothing is saved).
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>
extern "C" void checkpoint(void);

struct shape {
    virtual ~shape() = default;
    virtual double area(int depth) const = 0;
};
struct square : shape {
    double side;
    explicit square(double s) : side(s) {}
    double area(int depth) const override {
        checkpoint();
        return side * side + depth;
    }
};
struct group : shape {
    std::vector<std::unique_ptr<shape>> parts;
    double area(int depth) const override {
        double sum = 0;
        for (const auto &part : parts)
            sum += part->area(depth + 1);
        if (parts.size() > 4 && depth)
            throw static_cast<int>(parts.size());
        return sum;
    }
};
struct counter {
    int *count;
    explicit counter(int *c) : count(c) {
        ++*count;
    }
    ~counter() {
        --*count;
    }
};
static int alive;
static long caught;
struct last_words {
    std::map<int, double> seen;
    ~last_words() {
        double sum = 0;
        for (const auto &one : seen)
            sum += one.first * one.second;
        std::printf("%zu seen, %g, %ld caught, %d alive\n", seen.size(), sum, caught, alive);
    }
};
static last_words words;

static std::unique_ptr<group> make(int n) {
    auto g = std::make_unique<group>();
    for (int i = 0; i <= n % 6; i++)
        g->parts.push_back(std::make_unique<square>(i + n));
    return g;
}

static double attempt(const shape &s, int depth) {
    counter here(&alive);
    try {
        counter inner(&alive);
        return s.area(depth);
    } catch (int parts) {
        checkpoint();
        caught += parts;
        return -parts;
    }
}

int main() {
    for (int i = 0; i < 200; i++) {
        auto g = make(i);
        auto outer = std::make_unique<group>();
        outer->parts.push_back(make(i / 2));
        outer->parts.push_back(std::move(g));
        std::vector<char> name(static_cast<size_t>(i % 40 + 1), 'x');
        words.seen[i % 37] += attempt(*outer, i % 2) + static_cast<double>(name.size());
        checkpoint();
    }
    std::printf("%g\n", words.seen[5]);
    return 0;
}
