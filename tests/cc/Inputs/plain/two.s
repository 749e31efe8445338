        .text
        .globl two
        .type two, @function
two:
        movl $2, %eax
        ret
        .size two, .-two
        .section .note.GNU-stack,"",@progbits
