"""What the campaigns share: how tools are run, and how a campaign ends."""
import resource
import subprocess
import sys

TOOL_SECONDS, BYTES = 600, 8 << 30


class Failure(Exception):
    """Something could not be run; the text says what."""


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def tool(command, seconds=TOOL_SECONDS):
    """What it prints; with --stats, also what it says."""
    try:
        run = subprocess.run(command, capture_output=True, check=False, timeout=seconds,
                             preexec_fn=limit)
    except subprocess.TimeoutExpired as error:
        raise Failure(f"{' '.join(command)}: not finished in {seconds} s") from error
    except OSError as error:
        raise Failure(f"{command[0]}: {error.strerror}") from error
    if run.returncode != 0:
        raise Failure(f"{' '.join(command)}: exit code {run.returncode}: "
                      + run.stderr.decode(errors="replace").strip()[-500:])
    return run.stdout + run.stderr if "--stats" in command else run.stdout


def end_with(main):
    """Runs it and leaves with its exit code; 2 if something could not be run."""
    try:
        sys.exit(main())
    except (Failure, OSError) as error:
        print(f"campaign: {error}", file=sys.stderr)
        sys.exit(2)
