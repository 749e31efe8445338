# cmake -DLATHE=PROGRAM -DSHARE=FOLDER -P generate.cmake: fills FOLDER with what the program says of
# itself, a manual page for each command among it.
function(generate what file)
  execute_process(COMMAND ${LATHE} --generate=${what} OUTPUT_VARIABLE text RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "lathe --generate=${what} failed: ${failed}")
  endif()
  file(WRITE ${SHARE}/${file} "${text}")
endfunction()

generate(man man/man1/lathe.1)
generate(completion bash-completion/completions/lathe)
execute_process(COMMAND ${LATHE} --generate=commands OUTPUT_VARIABLE commands
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" commands "${commands}")
foreach(command ${commands})
  generate(man-${command} man/man1/lathe-${command}.1)
endforeach()
