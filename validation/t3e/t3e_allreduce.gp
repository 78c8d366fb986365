# The same as for reduce: bandwidth of both protocols and where they cross, over the communicator size.
call "t3e_reduce.gp" ARG1 ARG2 ARG3 ARG4
