# What cpack makes a package for Debian of: whatever of cmake/install.cmake has been built.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME collsim)
set(CPACK_PACKAGE_CONTACT "the collsim authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# Libraries are found by dpkg-shlibdeps, of dpkg-dev.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Figures; what starts native runs; testbeds.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gnuplot-nox, openmpi-bin")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "iproute2, slurm-client")
include(CPack)
