"""The page that was built goes into the wheel, beside what serves it; everything else stands in pyproject.toml."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

PAGE = Path(__file__).parent / "web" / "dist"


class WithPage(build_py):
    """Builds the package, with the page where there is one."""

    def run(self) -> None:
        """Build, then lay the page where `grimorio.server.page` looks for it."""
        super().run()
        if PAGE.is_dir() and not self.editable_mode:
            shutil.copytree(PAGE, Path(self.build_lib) / "grimorio" / "server" / "built", dirs_exist_ok=True)


setup(cmdclass={"build_py": WithPage})
