"""Which changes are made where, without building anything."""

import pathlib
import subprocess
import tempfile
import unittest

import mutants


def changes(line):
    return [(old, new) for _, old, new in mutants.mutants_of_line(line)]


class Line(unittest.TestCase):
    def test_operators(self):
        self.assertEqual(changes("  if (a < b && c == 2) return d + e;"),
                         [(" < ", " <= "), (" && ", " || "), (" == ", " != "), ("2", "3"), (" + ", " - ")])

    def test_whole_tokens_only(self):
        self.assertEqual(changes("std::vector<int> x1 = is_true(1.5) << y;"), [])

    def test_calls_are_left_out(self):
        self.assertEqual(changes("  engine.match(message);"), [("engine.match(message);", ";")])

    def test_neither_literals_nor_comments_nor_directives(self):
        for line in ['  text = "a < b";', "  // a < b", "#if 1 < 2", "  x = y;  // 3 + 4"]:
            self.assertEqual(changes(line), [], line)


class File(unittest.TestCase):
    def test_changes_one_place(self):
        self.assertEqual(mutants.mutated("a\nb + c + d\n", 2, 5, " + ", " - "), "a\nb + c - d\n")

    def test_tests_are_not_broken(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            subprocess.run(["git", "init", "-q", folder], check=True)
            (root / "dropin").mkdir()
            for name in ["serve.cpp", "serve_test.cpp"]:
                (root / "dropin" / name).write_text("int x = a + b;\n")
            subprocess.run(["git", "-C", folder, "add", "."], check=True)
            self.assertEqual(mutants.candidates(root, ["dropin"]), [("dropin/serve.cpp", 1, 9, " + ", " - ")])

    def test_tests_of_the_room_come_first(self):
        self.assertEqual(mutants.own_tests("backends/fast/engine/mailbox.cpp"), "fast|fast_client")
        self.assertEqual(mutants.own_tests("backends/server.cpp"), "backends")
        self.assertEqual(mutants.own_tests("scenarios/store.cpp"), "scenarios.*")


if __name__ == "__main__":
    unittest.main()
