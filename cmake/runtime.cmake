# What a user's program links (liblathe-ckpt.a), and the part of it that the tool itself uses.
set(LATHE_CKPT_DIR ${PROJECT_SOURCE_DIR}/runtime/ckpt)
file(GLOB LATHE_CKPT_SOURCES CONFIGURE_DEPENDS ${LATHE_CKPT_DIR}/*.c)

# Reads checkpoint files: no constructor, no arena.
set(LATHE_CKPT_READER ${LATHE_CKPT_SOURCES})
list(FILTER LATHE_CKPT_READER INCLUDE
     REGEX "/(hash|sha256|rt_io|rt_file|buffer|streams_file|inspect|ask_save)\\.c$")
add_library(lathe_ckpt_reader OBJECT ${LATHE_CKPT_READER})
target_link_libraries(lathe_ckpt_reader PUBLIC lathe_flags)
target_include_directories(lathe_ckpt_reader SYSTEM PUBLIC ${XXHASH_INCLUDE_DIRS})
target_include_directories(lathe_ckpt_reader PUBLIC ${PROJECT_SOURCE_DIR}/runtime)

# For unit tests: everything, with the sanitizers if they are on.
set(LATHE_CKPT_REST ${LATHE_CKPT_SOURCES})
list(REMOVE_ITEM LATHE_CKPT_REST ${LATHE_CKPT_READER})
add_library(lathe_ckpt_objects OBJECT ${LATHE_CKPT_REST})
target_link_libraries(lathe_ckpt_objects PUBLIC lathe_flags lathe_ckpt_reader)

# For programs: never sanitized, always optimised, and marked so that a program whose other objects
# have indirect branches and returns checked by the processor (IBT, SHSTK) keeps that.
include(CheckCCompilerFlag)
check_c_compiler_flag(-fcf-protection=full LATHE_HAS_CF_PROTECTION)
set(LATHE_RUNTIME_FLAGS -O2 -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes
    -gdwarf-4 $<$<BOOL:${LATHE_HAS_CF_PROTECTION}>:-fcf-protection=full>
    $<$<BOOL:${LATHE_WERROR}>:-Werror>)
set(LATHE_CKPT_LINKED ${LATHE_CKPT_SOURCES})
list(FILTER LATHE_CKPT_LINKED EXCLUDE REGEX "/(inspect|ask_save)\\.c$")
add_library(lathe_ckpt_plain OBJECT ${LATHE_CKPT_LINKED})
target_compile_definitions(lathe_ckpt_plain PRIVATE _GNU_SOURCE)
target_include_directories(lathe_ckpt_plain SYSTEM PRIVATE ${XXHASH_INCLUDE_DIRS})
target_compile_options(lathe_ckpt_plain PRIVATE ${LATHE_RUNTIME_FLAGS})
set(LATHE_CKPT_ARCHIVE ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/liblathe-ckpt.a)
lathe_one_object_archive(lathe_ckpt_archive liblathe-ckpt.a lathe_ckpt_plain)
install(FILES ${LATHE_CKPT_ARCHIVE} DESTINATION ${CMAKE_INSTALL_LIBDIR})

# liblathe-pool.a: pools of objects, linked likewise. Sanitized for unit tests, plain for programs.
set(LATHE_POOL_DIR ${PROJECT_SOURCE_DIR}/runtime/pool)
file(GLOB LATHE_POOL_SOURCES CONFIGURE_DEPENDS ${LATHE_POOL_DIR}/*.c)
add_library(lathe_pool_objects OBJECT ${LATHE_POOL_SOURCES})
target_link_libraries(lathe_pool_objects PUBLIC lathe_flags)
target_include_directories(lathe_pool_objects PUBLIC ${PROJECT_SOURCE_DIR}/runtime)
add_library(lathe_pool_plain OBJECT ${LATHE_POOL_SOURCES})
target_compile_definitions(lathe_pool_plain PRIVATE _GNU_SOURCE)
target_include_directories(lathe_pool_plain PRIVATE ${PROJECT_SOURCE_DIR}/runtime)
target_compile_options(lathe_pool_plain PRIVATE ${LATHE_RUNTIME_FLAGS})
set(LATHE_POOL_ARCHIVE ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/liblathe-pool.a)
set(LATHE_POOL_ONE ${CMAKE_CURRENT_BINARY_DIR}/lathe-pool-one.o)
add_custom_command(
  OUTPUT ${LATHE_POOL_ARCHIVE}
  COMMAND ${CMAKE_LINKER} -r -o ${LATHE_POOL_ONE} $<TARGET_OBJECTS:lathe_pool_plain>
  COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=lathe_pool_* ${LATHE_POOL_ONE}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${LATHE_POOL_ARCHIVE}
  COMMAND ${CMAKE_AR} rcsD ${LATHE_POOL_ARCHIVE} ${LATHE_POOL_ONE}
  DEPENDS lathe_pool_plain $<TARGET_OBJECTS:lathe_pool_plain>
  COMMAND_EXPAND_LISTS VERBATIM
  COMMENT "Archiving lib/liblathe-pool.a")
add_custom_target(lathe_pool_archive ALL DEPENDS ${LATHE_POOL_ARCHIVE})
install(FILES ${LATHE_POOL_ARCHIVE} DESTINATION ${CMAKE_INSTALL_LIBDIR})

# What ckpt_mem mode adds to modules: C, as IR in a header.
set(LATHE_MEM_DIR ${PROJECT_SOURCE_DIR}/runtime/mem)
set(LATHE_MEM_CODE ${CMAKE_BINARY_DIR}/generated/mem_code.h)
add_custom_command(
  OUTPUT ${LATHE_MEM_CODE}
  COMMAND ${LLVM_TOOLS_BINARY_DIR}/clang -std=c17 -O1 -fPIC -fno-strict-aliasing -fno-finite-loops
          -fno-vectorize -fno-unroll-loops -fno-stack-protector -Xclang -no-enable-noundef-analysis
          -S -emit-llvm -o ${CMAKE_BINARY_DIR}/mem_code.ll ${LATHE_MEM_DIR}/rtmem.c
  COMMAND ${CMAKE_COMMAND} -DIR=${CMAKE_BINARY_DIR}/mem_code.ll -DHEADER=${LATHE_MEM_CODE}
          -P ${PROJECT_SOURCE_DIR}/cmake/mem_code.cmake
  DEPENDS ${LATHE_MEM_DIR}/rtmem.c ${LATHE_MEM_DIR}/rtmem_layout.h
          ${PROJECT_SOURCE_DIR}/cmake/mem_code.cmake
  VERBATIM
  COMMENT "Compiling the code of ckpt_mem")
target_sources(lathe_objects PRIVATE ${LATHE_MEM_CODE})
target_include_directories(lathe_objects PRIVATE ${CMAKE_BINARY_DIR})
