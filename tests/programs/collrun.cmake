include(${CMAKE_CURRENT_LIST_DIR}/expect.cmake)
expect(${CODE} "${PATTERN}" ${COMMAND})
