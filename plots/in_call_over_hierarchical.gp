# How many times less ranks spend inside the call than with the hierarchical algorithm whose options are the default ones, a panel as in
# time_in_call.gp.
baseline = "hierarchical"
call "time_in_call.gp" ARG1 ARG2 ARG3 ARG4
