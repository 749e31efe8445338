# lathe-plugin.so holds lathe's own objects and takes LLVM from the program that loads it: a second
# LLVM in one process aborts it.
function(lathe_add_plugin target)
  add_library(${target} MODULE src/plugin/plugin.cpp $<TARGET_OBJECTS:lathe_objects> ${ARGN})
  target_link_libraries(${target} PRIVATE lathe_flags PkgConfig::XXHASH PkgConfig::ZSTD
                        PkgConfig::ISL m)
  target_link_options(${target} PRIVATE
    -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/plugin.map -Wl,-Bsymbolic)
  set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME lathe-plugin
    LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/plugin.map)
endfunction()

lathe_add_plugin(lathe_plugin $<TARGET_OBJECTS:lathe_test_passes>)
lathe_add_plugin(lathe_plugin_shipped)
set_target_properties(lathe_plugin_shipped PROPERTIES
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/shipped)
