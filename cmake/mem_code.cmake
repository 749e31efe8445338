# Turns IR of runtime/mem into a C string that fits into any module: without the target, and without
# what would be merged into the module's own flags and attributes.
#
#   cmake -DIR=mem.ll -DHEADER=mem_code.h -P mem_code.cmake

file(READ ${IR} text)
string(REGEX REPLACE "\n(;|!|target |source_filename |attributes )[^\n]*" "\n" text "\n${text}")
string(REGEX REPLACE ", ![a-z.]+ ![0-9]+" "" text "${text}")
string(REGEX REPLACE " #[0-9]+" "" text "${text}")
string(REPLACE "@ckpt_mem_" "@ckpt.mem." text "${text}")
string(REGEX REPLACE "\n\n+" "\n" text "${text}")
string(REPLACE "\\" "\\\\" text "${text}")
string(REPLACE "\"" "\\\"" text "${text}")
string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
file(WRITE ${HEADER} "static const char ckpt_mem_code[] =\n    \"${text}\";\n")
