# Stored answers are those of a release and of the very sources that determine them.
sources(answering algorithms/*.[ch]pp algorithms/*/*.[ch]pp backends/*.[ch]pp backends/*/*.[ch]pp backends/fast/*/*.[ch]pp
        backends/fast/mpi/mpi.h models/hockney.[ch]pp platforms/*.[ch]pp platforms/*/*.[ch]pp)
set(digests "")
foreach(file ${answering})
  file(SHA256 ${file} digest)
  string(APPEND digests ${digest})
endforeach()
string(SHA256 digest "${digests}")
string(SUBSTRING ${digest} 0 12 digest)
set(version ${PROJECT_VERSION}+${digest})
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${answering})
