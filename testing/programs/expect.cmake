# expect(CODE PATTERN COMMAND...): runs the command and checks its exit code and that its output matches.
# While mpiexec aborts a job, its event library at times warns of descriptors that are already closed: not ours.
function(expect code pattern)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  message("${output}")
  string(REGEX REPLACE "\\[warn\\] Epoll [^\n]*\n+" "" output "${output}")
  if(NOT result EQUAL code)
    message(FATAL_ERROR "exit code ${result}, not ${code}: ${ARGN}")
  endif()
  if(NOT output MATCHES "${pattern}")
    message(FATAL_ERROR "the output does not match ${pattern}: ${ARGN}")
  endif()
endfunction()
