# lathe-plugin.so holds lathe's own objects and takes LLVM from the program that loads it: a second
# LLVM in one process aborts it.
add_library(lathe_plugin MODULE src/plugin/plugin.cpp $<TARGET_OBJECTS:lathe_objects>)
target_link_libraries(lathe_plugin PRIVATE lathe_flags PkgConfig::XXHASH PkgConfig::ISL m)
target_link_options(lathe_plugin PRIVATE
  -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/plugin.map)
set_target_properties(lathe_plugin PROPERTIES PREFIX "" OUTPUT_NAME lathe-plugin
  LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/plugin.map)
