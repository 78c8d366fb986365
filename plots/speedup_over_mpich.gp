# How many times faster than the flat algorithms that MPICH chooses: speedup.gp over that portfolio.
baseline = "portfolio"
call "speedup.gp" ARG1 ARG2 ARG3 ARG4
