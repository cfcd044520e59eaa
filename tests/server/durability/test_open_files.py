"""A server takes as many connections as the system allows, whatever the shell that started it is content with."""

from __future__ import annotations

import resource
import subprocess
import sys


def test_a_server_is_not_held_to_the_files_that_a_shell_allows() -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    program = (
        "import resource; from duskfall.server.transport.listener import allow_files; "
        f"resource.setrlimit(resource.RLIMIT_NOFILE, (256, {most})); allow_files(); "
        "print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert int(told) == most
