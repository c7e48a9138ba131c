"""`python render.py [--draft] [--develop] [--out FOLDER] NAME …`: renders pictures by name; see README.md."""
import argparse
import importlib
import os
import pathlib
import sys
import time

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here))

from kit.picture import develop, expose, long_side, shots  # noqa: E402
from kit.studio import empty  # noqa: E402


def main():
    wanted = argparse.ArgumentParser()
    wanted.add_argument("names", nargs="*")
    wanted.add_argument("--draft", action="store_true", help="300 pixels, to judge composition and light")
    wanted.add_argument("--develop", action="store_true", help="only develop what was rendered before")
    wanted.add_argument("--share", type=float, default=0.6, help="of 2,000 pixels that is rendered; the rest is enlarged")
    wanted.add_argument("--threads", type=int, default=1)
    wanted.add_argument("--thrift", type=float, default=0.5, help="a share of the samples; what is missing is smoothed away")
    wanted.add_argument("--work", default="/tmp/gallery", help="where the linear light is kept")
    wanted.add_argument("--out", default=str(here / "pictures"))
    given = wanted.parse_args()
    for file in sorted((here / "scenes").glob("*.py")):
        importlib.import_module(f"scenes.{file.stem}")
    if not given.names:
        print("\n".join(shots))
    os.makedirs(given.work, exist_ok=True)
    os.makedirs(given.out, exist_ok=True)
    for name in given.names:
        taken = shots[name]
        light = f"{given.work}/{name}{'-draft' if given.draft else ''}.exr"
        began = time.process_time()
        empty()
        seconds = 0.0
        if not given.develop:
            taken.build()
            built = time.process_time() - began
            seconds = expose(taken, light, given.draft, given.share, given.threads, given.thrift)
            print(f"{name}: built in {built:.0f} s", file=sys.stderr)
        jpeg = f"{given.out}/{name}.jpg"
        dark, bright, mean = develop(light, jpeg, long=None if given.draft else long_side, **taken.development)
        size = os.path.getsize(jpeg) // 1000
        print(f"{name}: {seconds:.0f} s, {size} kB, mean {mean:.0f}, clipped {dark:.1f} % / {bright:.1f} %", file=sys.stderr)


if __name__ == "__main__":
    main()
