#define NUMBER 3
        .text
        .globl three
        .type three, @function
three:
        movl $NUMBER, %eax
        ret
        .size three, .-three
        .section .note.GNU-stack,"",@progbits
