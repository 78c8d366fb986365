"""What is planted against the rules for documents is found, by file."""

import pathlib
import tempfile
import unittest

import docs

HELPS = {"run": "collsim run SCENARIO\n\nFlags:\n  --results DIR  folder\n"}


class Planted(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("README.md", "# A title\n\n[Pages](docs/README.md)\n\n    collsim run mine --results there\n")
        self.write("docs/README.md", "# All pages\n\n* [A guide](guides/a.md)\n")
        self.write("docs/guides/a.md", "# A guide, with a comma\n")
        self.write("docs/site/mkdocs.yml", "nav:\n  - README.md\n  - CHANGELOG.md\n  - docs/README.md\n  - A guide: docs/guides/a.md\n")
        self.write("CHANGELOG.md", "# Changelog\n\n## 1.2.3 (2000-01-02)\n\n## 1.2.2\n")
        self.write("CITATION.cff", "version: 1.2.3\ndate-released: \"2000-01-02\"\n")
        self.write("python/pyproject.toml", 'version = "1.2.3"\n')
        self.write("cmake/packaging/spack/packages/collsim/package.py", '    version("1.2.3")\n')
        self.write("cmake/packaging/README.md", "# Packages\n\n    spack dev-build collsim@1.2.3\n")
        self.add("docs/site/mkdocs.yml", "  - cmake/packaging/README.md\n")
        self.write("CMakeLists.txt", "project(collsim VERSION 1.2.3 LANGUAGES CXX)\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def add(self, name, text):
        self.write(name, (self.root / name).read_text() + text)

    def found(self):
        return list(docs.complaints(self.root, HELPS))

    def test_nothing(self):
        self.assertEqual(self.found(), [])

    def test_too_many_words(self):
        self.add("docs/guides/a.md", "word " * 1500)
        self.assertEqual(self.found(), ["docs/guides/a.md has 1506 words; at most 1500 are read"])

    def test_too_many_words_of_a_study(self):
        self.write("validation/machine/README.md", "word " * 801)
        self.add("docs/site/mkdocs.yml", "  - validation/machine/README.md\n")
        self.assertEqual(self.found(), ["validation/machine/README.md has 801 words; at most 800 are read"])

    def test_too_many_lines(self):
        self.add("README.md", "\n" * 200)
        self.assertEqual(self.found(), ["README.md has 205 lines; at most 120 are read"])

    def test_file_that_is_not_there(self):
        self.add("docs/guides/a.md", "![A picture](a.svg)\n")
        self.assertEqual(self.found(), ["docs/guides/a.md: there is no a.svg"])

    def test_heading(self):
        self.add("README.md", "[It](docs/guides/a.md#a-guide-with-a-comma), [not](docs/guides/a.md#another)\n")
        self.assertEqual(self.found(), ["README.md: docs/guides/a.md has no heading #another"])

    def test_links_in_code_are_none(self):
        self.add("README.md", "\n    [It](nowhere.md)\n\n```\n[It](nowhere.md)\n```\n")
        self.assertEqual(self.found(), [])

    def test_page_that_the_index_does_not_name(self):
        self.write("docs/guides/b.md", "# Another\n")
        self.assertEqual(self.found(), ["docs/README.md does not name docs/guides/b.md", "docs/site/mkdocs.yml does not name docs/guides/b.md"])

    def test_command(self):
        self.add("README.md", "Or `collsim stand`.\n\n    collsim walk mine\n    build/release/collsim run mine --fast # why not --slow\n")
        self.assertEqual(self.found(), ["README.md: collsim has no command stand", "README.md: collsim has no command walk",
                                        "README.md: collsim run has no flag --fast"])

    def test_words_of_other_programs_are_theirs(self):
        self.add("README.md", "\n    collsim run mine --results 'a --b' -- other --flag\n    mpirun --flag collrun\n")
        self.assertEqual(self.found(), [])

    def test_printed_page(self):
        self.write("scenarios/schema.json", "{}\n")
        found = lambda text: list(docs.complaints(self.root, HELPS, {"scenarios/schema.json": text}))
        self.assertEqual(found("{}\n"), [])
        self.assertEqual(found("{ }\n"), ["scenarios/schema.json is not what `collsim show schema` prints; "
                                          "right would be tests/docs/docs.py --print . COLLSIM"])

    def test_release(self):
        for name in [name for name, _ in docs.RELEASES]:
            with self.subTest(name):
                self.setUp()
                self.write(name, (self.root / name).read_text().replace("1.2.3", "1.2.2"))
                self.assertIn(f"{name} has not the release of CMakeLists.txt, 1.2.3", self.found())

    def test_day_of_the_release(self):
        self.write("CITATION.cff", "version: 1.2.3\ndate-released: \"2000-01-03\"\n")
        self.assertEqual(self.found(), ["CHANGELOG.md has not the day of CITATION.cff, 2000-01-03, beside 1.2.3"])


class Table(unittest.TestCase):
    def test_counts_words_of_sentences_and_cells(self):
        text = "# A title\n\nOne two. Three\nfour five six!\n\n| a b c | d |\n|---|---|\n\n    code code\n"
        self.assertEqual([len(sentence) for sentence in docs.prose(text)], [2, 4])
        self.assertEqual(max(map(len, docs.cells(text))), 3)


if __name__ == "__main__":
    unittest.main()
