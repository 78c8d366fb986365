# How many times less ranks spend inside the call than with those that MPICH chooses where it knows of nodes, a panel as in time_in_call.gp.
baseline = "portfolio(rules=mpich-3-smp)"
call "time_in_call.gp" ARG1 ARG2 ARG3 ARG4
