"""Names of machines, papers and backends that are planted in product code are found by file and line; citations are none."""

import json
import pathlib
import tempfile
import unittest

import names


class Planted(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("platforms/blue_gene_p.xml", "")
        self.write("platforms/cray_t3e.xml", "")
        for name in ("fast", "native"):
            self.write(f"src/backends/{name}/facts.cpp", f'  BackendName name() const override {{ return "{name}"; }}\n')
        self.write("validation/claims.json", json.dumps({"works": [{"title": "Parsons: hierarchical collectives"}]}))

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def found(self, path, text):
        self.write(path, text)
        return names.found_in(self.root)

    def test_identifiers_and_literals(self):
        self.assertEqual(self.found("models/a.cpp", "\nbool is_t3e();\n"), ["models/a.cpp:2: 't3e' belongs to data"])
        self.assertEqual(self.found("models/a.cpp", 'f("Blue Gene/P");\n'), ["models/a.cpp:1: 'blue_gene_p' belongs to data"])
        self.assertEqual(self.found("models/a.cpp", 'f("// Parsons");\n'), ["models/a.cpp:1: 'parsons' belongs to data"])

    def test_names_of_files(self):
        self.assertEqual(self.found("plots/t3e_reduce.gp", ""), ["plots/t3e_reduce.gp:0: 't3e' belongs to data"])

    def test_scripts_do_not_cite(self):
        for script in ("plots/a.gp", "src/a.sh", "src/b.py"):
            self.assertIn(f"{script}:1: 'parsons' belongs to data", self.found(script, "# as Parsons\n"))

    def test_citations(self):
        self.assertEqual(self.found("algorithms/a.cpp", '// As Parsons\nabout{.source = "Parsons "\n"2014"};\n'), [])
        self.assertEqual(self.found("models/a_test.cpp", 'f("cray_t3e");\n'), [])
        self.assertEqual(self.found("validation/t3e/t3e_reduce.gp", "# Cray T3E\n"), [])

    def test_backends(self):
        for named in ('point.backend = "fast";', 'f("fast,native");', "fast_backend();", 'f("right would be --backend native");',
                      'flag("backends", "native")'):
            [line] = self.found("src/cli/a.cpp", named + "\n")
            self.assertTrue(line.startswith("src/cli/a.cpp:1: ") and line.endswith("the registry says which backend is meant"), line)
        self.assertEqual(self.found("src/cli/a.cpp", ""), [])
        [line] = self.found("src/figures/a.js", 'const by = "fast";  // "fast"\n')
        self.assertTrue(line.startswith('src/figures/a.js:1: "fast"'), line)

    def test_what_else_is_called_as_a_backend(self):
        self.assertEqual(self.found("src/cli/a.cpp", 'if (what == "native") f("as fast as the native one");  // "fast"\n'), [])
        self.assertEqual(self.found("src/cli/b.cpp", 'examples = {"collsim run quickstart --backend fast"};\n'), [])


if __name__ == "__main__":
    unittest.main()
