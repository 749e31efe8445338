# A plain archive would let internal names such as map_find clash with those of the program that
# links it, so the archive holds one object in which every hidden symbol is local.
#   lathe_one_object_archive(TARGET ARCHIVE OBJECTS): ARCHIVE in the folder of archives, built by
# TARGET from the object library OBJECTS.
function(lathe_one_object_archive target archive objects)
  set(path ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/${archive})
  set(one ${CMAKE_CURRENT_BINARY_DIR}/${target}-one.o)
  add_custom_command(
    OUTPUT ${path}
    COMMAND ${CMAKE_LINKER} -r -o ${one} $<TARGET_OBJECTS:${objects}>
    COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${one}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${path}
    COMMAND ${CMAKE_AR} rcsD ${path} ${one}
    DEPENDS ${objects} $<TARGET_OBJECTS:${objects}>
    COMMAND_EXPAND_LISTS VERBATIM
    COMMENT "Archiving lib/${archive}")
  add_custom_target(${target} ALL DEPENDS ${path})
endfunction()
