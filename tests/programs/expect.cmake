# expect(CODE PATTERN COMMAND...): runs the command and checks its exit code and that its output matches.
# While Open MPI's mpiexec aborts a job, its event library at times warns of descriptors that are already closed, and its
# process manager at times crashes, upon which the command runs again: neither is ours.
function(expect code pattern)
  foreach(attempt RANGE 1 5)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    message("${output}")
    if(NOT (result STREQUAL "Segmentation fault" AND output MATCHES "PMIx_server_finalize"))
      break()
    endif()
  endforeach()
  string(REGEX REPLACE "\\[warn\\] Epoll [^\n]*\n+" "" output "${output}")
  if(NOT result EQUAL code)
    message(FATAL_ERROR "exit code ${result}, not ${code}: ${ARGN}")
  endif()
  if(NOT output MATCHES "${pattern}")
    message(FATAL_ERROR "the output does not match ${pattern}: ${ARGN}")
  endif()
endfunction()
