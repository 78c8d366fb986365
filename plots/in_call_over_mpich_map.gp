# How many times less ranks spend inside the call than with the flat algorithms that MPICH chooses, by size and arrival: speedup_map.gp over
# that portfolio.
baseline = "portfolio"
call "speedup_map.gp" ARG1 ARG2 ARG3 ARG4 derived
