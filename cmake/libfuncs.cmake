# What functions of the C library do: the list that people keep becomes a sorted table.
add_executable(libfuncs_rows ${PROJECT_SOURCE_DIR}/src/ir/libfuncs_rows.c)
target_link_libraries(libfuncs_rows PRIVATE lathe_flags)
set_target_properties(libfuncs_rows PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/generated)
set(LATHE_LIBFUNCS ${PROJECT_SOURCE_DIR}/src/ir/libfuncs.def)
set(LATHE_LIBFUNCS_ROWS ${CMAKE_BINARY_DIR}/generated/libfuncs_rows.h)
add_custom_command(
  OUTPUT ${LATHE_LIBFUNCS_ROWS}
  COMMAND libfuncs_rows ${LATHE_LIBFUNCS} ${LATHE_LIBFUNCS_ROWS}
  DEPENDS libfuncs_rows ${LATHE_LIBFUNCS}
  VERBATIM
  COMMENT "Sorting the functions of the C library")
target_sources(lathe_objects PRIVATE ${LATHE_LIBFUNCS_ROWS})
