// RUN: %torture --kills=6 --levels=0,2 --flag=-std=c++20 %s
// RUN: %torture --kills=5 --every=0.002 --levels=2 --flag=-std=c++20 %s
// REQUIRES: ckpt-runtime
// Exceptions through objects that own streams and descriptors, whose destructors write, rename and
// remove; static objects that write files when the program ends; strings.
#include <cstdio>
#include <fcntl.h>
#include <map>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>
extern "C" void checkpoint(void);
static void spin() {
    for (volatile int i = 0; i < 60000; i = i + 1)
        ;
}
struct stream {
    std::FILE *file;
    std::string name;
    stream(const std::string &n, const char *mode) : file(std::fopen(n.c_str(), mode)), name(n) {}
    stream(const stream &) = delete;
    ~stream() {
        std::fprintf(file, "closed\n");
        std::fclose(file);
    }
};
struct descriptor {
    int number;
    explicit descriptor(const char *name) : number(open(name, O_RDWR | O_CREAT | O_APPEND, 0600)) {}
    descriptor(const descriptor &) = delete;
    ~descriptor() {
        (void)!write(number, ".", 1);
        close(number);
    }
};
struct temporary {
    std::string name;
    explicit temporary(int i) : name("temporary file number " + std::to_string(i % 4)) {
        stream s(name, "w");
        std::fprintf(s.file, "%d\n", i);
    }
    ~temporary() {
        spin();
        std::remove(name.c_str());
    }
};
struct last_words {
    std::map<std::string, int> seen;
    ~last_words() {
        spin();
        stream s("summary", "w");
        for (const auto &one : seen)
            std::fprintf(s.file, "%s %d\n", one.first.c_str(), one.second);
        spin();
        std::rename("part", "whole");
    }
};
static last_words words;
static std::vector<std::string> messages;
static int deeper(int i, int depth) {
    temporary t(i + depth);
    descriptor d("all");
    checkpoint();
    if (depth == i % 4) {
        if (i % 3 == 0)
            throw i;
        if (i % 5 == 0)
            throw std::string("a message that does not fit into the object, ") + std::to_string(i);
        return i;
    }
    spin();
    int below = deeper(i, depth + 1);
    checkpoint();
    dprintf(d.number, "%d,", below);
    return below + 1;
}
static void attempt(int i) {
    stream s("part", "a");
    try {
        std::fprintf(s.file, "%d ", i);
        words.seen["result " + std::to_string(deeper(i, 0) % 7)]++;
    } catch (int number) {
        checkpoint();
        std::fprintf(s.file, "threw %d ", number);
        words.seen["number"] += number;
    } catch (const std::string &text) {
        messages.push_back(text);
        words.seen[text]++;
    }
    checkpoint();
}
int main() {
    for (int i = 0; i < 60; i++)
        attempt(i);
    for (const auto &m : messages)
        std::printf("%s\n", m.c_str());
    return 0;
}
