"""What is planted against the plan, in a copy of the sources, is found by file and line."""

import pathlib
import shutil
import sys
import tempfile
import unittest

import plan

ROOT = pathlib.Path(sys.argv.pop())
SOURCES = plan.sources(ROOT)


class Planted(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        shutil.copy(ROOT / "plan.json", self.root)
        for path in SOURCES:
            (self.root / path.parent).mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, self.root / path)

    def plant(self, path, include):
        """Adds a line to a file; the number of that line."""
        with open(self.root / path, "a+") as file:
            file.seek(0)
            lines = len(file.readlines())
            file.write(f'#include "{include}"\n')
        return lines + 1

    def test_nothing(self):
        self.assertEqual(plan.breaches(self.root), [])

    def test_upward_include(self):
        line = self.plant("src/support/error.cpp", "cli/map.hpp")
        why = "support may not stand on cli"
        self.assertEqual(plan.breaches(self.root), [f'src/support/error.cpp:{line}: #include "cli/map.hpp": {why}'])

    def test_upward_include_of_a_room_inside_another(self):
        line = self.plant("src/platforms/platform.cpp", "network/read.hpp")
        why = "platforms may not stand on platforms/network"
        self.assertEqual(plan.breaches(self.root), [f'src/platforms/platform.cpp:{line}: #include "network/read.hpp": {why}'])

    def test_product_that_includes_tests(self):
        line = self.plant("src/figures/plots/map.cpp", "tests/folder.hpp")
        why = "product code includes a test"
        self.assertEqual(plan.breaches(self.root), [f'src/figures/plots/map.cpp:{line}: #include "tests/folder.hpp": {why}'])

    def test_file_without_room(self):
        (self.root / "attic").mkdir()
        self.plant("attic/box.cpp", "support/error.hpp")
        self.assertEqual(plan.breaches(self.root), ["attic/box.cpp:1: is in no room of plan.json"])

    def test_backend_without_a_room_of_its_own(self):
        (self.root / "src/backends/dummy").mkdir()
        self.plant("src/backends/dummy/facts.cpp", "backends/backend.hpp")
        line = self.plant("src/backends/dummy/facts.cpp", "lab/scenarios/expand.hpp")
        why = "backends/* may not stand on lab/scenarios"
        self.assertEqual(plan.breaches(self.root), [f'src/backends/dummy/facts.cpp:{line}: #include "lab/scenarios/expand.hpp": {why}'])

    def test_tests_stand_on_everything(self):
        self.plant("src/support/range_test.cpp", "cli/map.hpp")
        self.assertEqual(plan.breaches(self.root), [])

    def test_rooms_that_stand_on_each_other(self):
        (self.root / "plan.json").write_text('{"support": ["cli"], "cli": ["support"]}')
        with self.assertRaisesRegex(SystemExit, "plan.json: support stands on itself|plan.json: cli stands on itself"):
            plan.breaches(self.root)


if __name__ == "__main__":
    unittest.main()
