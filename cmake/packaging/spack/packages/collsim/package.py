from spack.package import *

try:
    from spack_repo.builtin.build_systems.cmake import CMakePackage
except ImportError:  # before Spack 1.0, spack.package has it
    pass


class Collsim(CMakePackage):
    """A laboratory of collective algorithms on modeled networks: which one wins on a machine, at which size, and why."""

    license("BSD-3-Clause")

    version("0.3.0")

    variant("dygraphs", default="/usr/share/javascript/dygraphs", values=str, multi=False, description="Where dygraph.min.js is, which Spack has not")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("python@3.9:", type="build")

    depends_on("boost@1.74: +context +program_options")
    depends_on("cpp-httplib")
    depends_on("fmt")
    depends_on("hwloc")
    depends_on("mpi")
    depends_on("nlohmann-json")
    depends_on("openssl")
    depends_on("pugixml")
    depends_on("simgrid@3.32:")
    depends_on("valijson", type="build")
    depends_on("gnuplot", type="run")

    build_targets = ["collsim", "collsim_judging", "collrun"]
    generator("ninja")

    def cmake_args(self):
        return [self.define_from_variant("dygraphs")]
