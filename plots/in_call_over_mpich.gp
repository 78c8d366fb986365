# How many times less ranks spend inside the call than with the flat algorithms that MPICH chooses, a panel as in time_in_call.gp.
baseline = "portfolio"
call "time_in_call.gp" ARG1 ARG2 ARG3 ARG4
