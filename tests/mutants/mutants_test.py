"""Which changes are made where, without building anything."""

import contextlib
import os
import pathlib
import subprocess
import tempfile
import time
import types
import unittest
import unittest.mock

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
            self.assertEqual(mutants.candidates(root, ["dropin"]),
                             [("dropin/serve.cpp", 1, 9, " + ", " - ", "int x = a + b;", 0)])

    def test_a_mutant_keeps_its_place_when_other_lines_change(self):
        def places(text):
            return [mutant.place() for mutant in mutants.mutants_of_file("x.cpp", text)]
        line = "int x = a + b;\n"
        self.assertEqual(places(line + line), [("x.cpp", line[:-1], nth, 9, " + ", " - ") for nth in (0, 1)])
        self.assertEqual(places("// Another.\n" + line + line), places(line + line))


class Tests(unittest.TestCase):
    def test_programs_are_found_in_commands(self):
        words = ["/usr/bin/mpiexec", "LD_PRELOAD=/b/libdrop.so;-x;A=1;/b/dropin/program;spawn", "/b/cli/cli_test"]
        self.assertEqual(mutants.program_files(words, pathlib.Path("/b")), ["cli/cli_test", "dropin/program", "libdrop.so"])

    def test_those_of_the_room_are_nearest(self):
        name = "backends/fast/engine/mailbox.cpp"
        self.assertEqual([mutants.nearness(name, [program]) for program in ["backends/fast/fast_test", "backends/trial/t", "cli/c"]],
                         [2, 1, 0])


class Run(unittest.TestCase):
    def test_what_hangs_ends_with_what_it_started(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "late"
            with self.assertRaises(subprocess.TimeoutExpired):
                mutants.run("sh", "-c", f"(sleep 3; touch {file}) & wait", seconds=0.1)
            time.sleep(1.5)
            self.assertFalse(file.exists())


class Fails(unittest.TestCase):
    """By what its runs end with: an exit code, or None where one is late."""

    def fails(self, *ends):
        suite = types.SimpleNamespace(seconds={"mpi": 1, "plain": 1}, repeated={"mpi"})
        results = [subprocess.TimeoutExpired("ctest", 1) if end is None else end for end in ends[1:]]
        with unittest.mock.patch.object(mutants, "run", side_effect=results) as run:
            failed = mutants.Laboratory.fails(types.SimpleNamespace(suite=suite, build="b"), ends[0])
        self.assertEqual(run.call_count, len(results))
        return failed

    def test_at_once_unless_mpi_starts_it(self):
        self.assertTrue(self.fails("plain", 8))
        self.assertFalse(self.fails("plain", 0))
        self.assertTrue(self.fails("mpi", 8, 8))
        self.assertFalse(self.fails("mpi", 8, 0))

    def test_what_is_late_is_asked_once_more(self):
        self.assertTrue(self.fails("plain", None, None))
        self.assertFalse(self.fails("plain", None, 0))
        self.assertTrue(self.fails("mpi", None, 8))


class Mirror(unittest.TestCase):
    def test_copies_what_differs_with_its_time(self):
        with tempfile.TemporaryDirectory() as folder:
            origin, copy = pathlib.Path(folder) / "a", pathlib.Path(folder) / "b"
            (origin / "c").mkdir(parents=True)
            (origin / "c/x").write_text("1")
            mutants.mirror(origin, copy)
            time_of = (copy / "c/x").stat().st_mtime_ns
            self.assertEqual(time_of, (origin / "c/x").stat().st_mtime_ns)
            (copy / "c/x").write_text("2")
            mutants.mirror(origin, copy)
            self.assertEqual(((copy / "c/x").read_text(), (copy / "c/x").stat().st_mtime_ns), ("1", time_of))

    def test_replaces_a_program_that_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            origin, copy = pathlib.Path(folder, "origin"), pathlib.Path(folder, "copy")
            origin.mkdir()
            copy.mkdir()
            (origin / "program").write_text("another")
            (copy / "program").write_bytes(pathlib.Path("/bin/sleep").read_bytes())
            (copy / "program").chmod(0o755)
            with subprocess.Popen([copy / "program", "60"]) as running:
                mutants.mirror(origin, copy)
                running.kill()
            self.assertEqual((copy / "program").read_text(), "another")


class Order(unittest.TestCase):
    """Outcomes by the name of the file instead of by building it."""

    class Laboratory:
        def __init__(self, longest):
            self.longest, self.examined = longest, []

        is_done = mutants.Laboratory.is_done

        def examine(self, mutant, asked):
            self.examined.append(mutant if asked == 0 else (mutant, asked))
            return {"outcome": mutant[0], "longest": self.longest}

    def examined(self, drawn, number, record, longest=5):
        laboratory = self.Laboratory(longest)
        counted = mutants.examine_all(drawn, number, laboratory, record)
        return laboratory.examined, [mutant for mutant, _ in counted]

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "outcomes"
        quiet = self.enterContext(open(os.devnull, "w"))
        self.enterContext(contextlib.redirect_stdout(quiet))

    def test_goes_on_until_enough_compile(self):
        kinds = ["survived", "does not compile", "killed", "killed", "killed"]
        drawn = [mutants.Mutant(kind, number, 0, "+", "-", "a + b", number) for number, kind in enumerate(kinds)]
        first = self.examined(drawn, 2, mutants.Record(self.file))
        more = self.examined(drawn, 3, mutants.Record(self.file))
        longer = self.examined(drawn, 3, mutants.Record(self.file), longest=30)
        known = self.examined(drawn, 3, mutants.Record(self.file), longest=30)
        again = self.examined(drawn, 3, mutants.Record(self.file, again=True), longest=30)
        self.assertEqual(first, (drawn[:3], [drawn[0], drawn[2]]))
        self.assertEqual(more, ([drawn[3]], [drawn[0], drawn[2], drawn[3]]))
        self.assertEqual((longer[0], known[0], again[0]), ([(drawn[0], 5)], [], [drawn[0]]))

    def test_those_that_are_known_come_first(self):
        all_of_them = [mutants.Mutant("x.cpp", line, 0, "+", "-", "a + b", line) for line in range(20)]
        record = mutants.Record(self.file)
        drawn = mutants.draw(1, all_of_them, record)
        self.assertNotEqual(drawn, all_of_them)
        self.assertEqual(drawn, mutants.draw(1, all_of_them, record))
        record.add(drawn[19], {"outcome": "killed"})
        self.assertEqual(mutants.draw(2, all_of_them, mutants.Record(self.file))[0], drawn[19])
        record.add(drawn[19], {"outcome": "survived"})
        self.assertEqual(mutants.draw(2, all_of_them, mutants.Record(self.file, again=True))[0], drawn[19])


if __name__ == "__main__":
    unittest.main()
