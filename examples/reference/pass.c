/* A pass in a shared object: counts the calls of each function, and can leave out small counts.
 *
 *     cc -shared -fPIC pass.c $(pkg-config --cflags lathe) -o pass.so
 *     lathe opt --load=./pass.so --passes='count-calls<least=2>' inventory.c
 *
 * For examples/inventory.c it prints:
 *     main: 6 calls
 *     place_orders: 6 calls
 *     new_item: 6 calls
 */
#include <lathe/pass.h>

#include <llvm-c/Core.h>
#include <stdio.h>

static unsigned calls_in(LLVMValueRef function) {
    unsigned calls = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            calls += LLVMIsACallInst(i) && !LLVMIsAIntrinsicInst(i);
    return calls;
}

static void count_calls(lathe_pass_call *call, lathe_module *module) {
    LLVMModuleRef m = lathe_module_llvm(module);
    char line[200];
    size_t length;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        unsigned calls = calls_in(f);
        if (!calls || calls < lathe_pass_number(call, "least", 3))
            continue;
        snprintf(line, sizeof line, "%s: %u calls\n", LLVMGetValueName2(f, &length), calls);
        lathe_pass_print(call, line);
    }
}

static const lathe_param params[] = {
    {"least", LATHE_PARAM_NUMBER, "N", 1, UINT32_MAX, "leave out functions with fewer calls"}};

LATHE_REGISTER_PASS(count, .name = "count-calls", .summary = "Count the calls of each function",
                    .params = params, .param_count = 1, .run_module = count_calls,
                    .keeps = LATHE_KEEPS_MODULE);
