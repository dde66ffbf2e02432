"""The page that was built and the scenarios go into the wheel, beside what serves them; see pyproject.toml."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

PAGE = Path(__file__).parent / "web" / "dist"
SCENARIOS = Path(__file__).parent / "tests" / "scenarios"


class WithPage(build_py):
    """Builds the package, with the page and the scenarios where there are some."""

    def run(self) -> None:
        """Build, then lay both where the server looks for them."""
        super().run()
        if PAGE.is_dir() and not self.editable_mode:
            shutil.copytree(PAGE, Path(self.build_lib) / "grimorio" / "server" / "built", dirs_exist_ok=True)
        if SCENARIOS.is_dir() and not self.editable_mode:
            shutil.copytree(SCENARIOS, Path(self.build_lib) / "grimorio" / "server" / "scenarios", dirs_exist_ok=True)


setup(cmdclass={"build_py": WithPage})
