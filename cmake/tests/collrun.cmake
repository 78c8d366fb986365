# Runs COMMAND and checks its exit code and that its output matches PATTERN.
execute_process(COMMAND ${COMMAND} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
message("${output}")
if(NOT code EQUAL CODE)
  message(FATAL_ERROR "exit code ${code}, not ${CODE}")
endif()
if(NOT output MATCHES "${PATTERN}")
  message(FATAL_ERROR "the output does not match ${PATTERN}")
endif()
