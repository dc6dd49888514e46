"""The completions of bash, zsh and fish, with the names of a daemon that runs."""

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from desk import PATIENCE, ROOT, Desk

TOOL = os.environ.get("GLASSFADER") or os.path.join(ROOT, ".build/debug/glassfader")
LEVELS = ["ch1.level", "ch2.level", "ch3.level", "ch4.level"]


class Completions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.desk = cls.enterClassContext(Desk())
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory(prefix="glassfader-"))
        shutil.copy(TOOL, os.path.join(cls.folder, "glassfader"))
        cls.environment = {
            **os.environ, "HOME": cls.folder, "TERM": "dumb", "LC_ALL": "C.UTF-8",
            "PATH": cls.folder + ":" + os.environ["PATH"], "GLASSFADER_SOCKET": cls.desk.path}
        with cls.desk.connect() as panel:
            panel.request("scene", op="store", name="verse")
            panel.request("scene", op="store", name="chorus")
            panel.link("drums", ["ch4.level", "ch2.level"], mode="vca")

    def script(self, shell, name, tool=TOOL):
        """The script that a program generates, in a file, which the shell finds no fault in."""
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            subprocess.run([tool, "--generate-completion-script", shell], stdout=file, check=True)
        checked = subprocess.run([shell, "-n", path], capture_output=True, text=True)
        self.assertEqual((checked.returncode, checked.stderr), (0, ""))
        return path

    def check(self, complete):
        """Asks for what may follow on a command line."""
        self.assertLessEqual({"list", "get", "set", "watch", "scene"}, set(complete("")))
        self.assertIn("screenshot", complete("scr"))
        self.assertIn("--json", complete("list --j"))
        for command in ("get ", "watch ", "list ", "set ", "style ", "set ch1.mute on ",
                        "set ch1.gate low=-9 high=-3 ", "set --over 2s x.mode a ",
                        "set --by 1 ch1.mute ", "scene store new ", "link pair ch1.mute ",
                        "lock --except "):
            self.assertLessEqual(set(LEVELS), set(complete(command)), command)
        # A meter is listed, and has no value to get or set.
        self.assertIn("ch1.meter", complete("list ch1."))
        for command in ("get ch1.", "set ch1."):
            self.assertNotIn("ch1.meter", complete(command), command)
        # The words that a control takes, and no names of files.
        self.assertEqual(sorted(complete("set ch1.mute ")), ["off", "on", "toggle"])
        self.assertEqual(sorted(complete("set 'ch?.mute' ")), ["off", "on", "toggle"])
        self.assertEqual(sorted(complete("set ch1.level -6 x.mode ")), ["a", "b"])
        self.assertEqual(complete("set --over 2s x.mode b"), ["b"])
        for command in ("set ch1.level ", "set ch1.level g", "set --norm ch1.mute ", "set --by ",
                        "set --over ", "set nothing ", "set '*.m*' "):
            self.assertEqual(complete(command), [], command)
        self.assertEqual(complete("get ch2.l"), ["ch2.level"])
        self.assertEqual(sorted(complete("page ")), ["main", "next", "other", "prev"])
        self.assertEqual(sorted(complete("spill ")), ["ch4", "ch4.level"])
        self.assertEqual(complete("unlink "), ["drums"])
        self.assertEqual(complete("link dr"), ["drums"])
        self.assertEqual(complete("watch --phases beg"), ["began"])
        self.assertEqual([name.rstrip("=") for name in complete("meters ch2.")], ["ch2.meter"])
        # What is there already may be the only proposal.
        self.assertIn(complete("meters ch2.meter="), ([], ["ch2.meter="]))
        self.assertEqual(sorted(complete("scene recall ")), ["chorus", "verse"])
        self.assertEqual(complete("scene delete v"), ["verse"])
        # Another panel, which is not there: nothing, and no message.
        self.assertEqual(complete("get --socket /nowhere ch2.l"), [])

    def test_bash(self):
        self.check(self.bash("glassfader", TOOL))

    def test_the_bridges(self):
        for kind in ("osc", "pipewire", "alsa", "midi"):
            name = f"glassfader-{kind}"
            complete = self.bash(name, f"{TOOL}-{kind}")
            self.assertLessEqual({"run", "check"}, set(complete("")), kind)
            self.assertIn("--dry-run", complete("run --d"), kind)
            self.assertIn("--socket", complete("check --s"), kind)
            for shell in ("zsh", "fish"):
                self.script(shell, f"{name}.{shell}", f"{TOOL}-{kind}")

    def bash(self, name, tool):
        """A function that asks bash for what may follow on a command line of a program."""
        script = self.script("bash", name + ".bash", tool)

        def complete(words):
            program = f"""
                source {script}
                COMP_LINE="{name} $1" COMP_POINT=$((${{#1}} + {len(name) + 1})) COMP_TYPE=9 COMP_KEY=9
                COMP_WORDS=({name} $1)
                case $1 in ''|*' ') COMP_WORDS+=('') ;; esac
                COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
                function=$(complete -p {name} | sed 's/.* -F \\([^ ]*\\).*/\\1/')
                compopt() {{ :; }}
                "$function" {name} "${{COMP_WORDS[COMP_CWORD]}}" "${{COMP_WORDS[COMP_CWORD-1]}}"
                printf '%s\\n' "${{COMPREPLY[@]}}"
            """
            ended = subprocess.run(
                ["bash", "--norc", "-c", program, "bash", words], env=self.environment,
                capture_output=True, text=True)
            self.assertEqual(ended.stderr, "", words)
            return [word.strip() for word in ended.stdout.split("\n") if word.strip()]
        return complete

    def test_fish(self):
        script = self.script("fish", "glassfader.fish")
        found = os.path.join(self.folder, "found")

        def complete(words):
            # Only a fish that reads from a terminal knows of a command line.
            start = "function fish_prompt; echo -n 'ready> '; end"
            self.type(["fish", "--no-config", "-i", "-C", f"{start}; source {script}"],
                      f"complete -C 'glassfader {words}' > {found}; echo do''ne\r")
            with open(found) as file:
                return [line.split("\t")[0] for line in file.read().splitlines()]
        self.check(complete)

    def test_zsh(self):
        functions = os.path.join(self.folder, "zsh")
        os.makedirs(functions, exist_ok=True)
        self.script("zsh", "zsh/_glassfader")
        found = os.path.join(self.folder, "found")
        # What it has found is written where it can be read.
        with open(os.path.join(self.folder, ".zshrc"), "w") as file:
            file.write(f"""
                PS1='ready> ' ; unsetopt beep ; fpath=({functions} $fpath)
                autoload -Uz compinit ; compinit -u -D
                compadd () {{
                    builtin compadd "$@"
                    local -a hits
                    builtin compadd -O hits "$@"
                    print -rl -- $hits >> {found}
                }}
            """)

        def complete(words):
            open(found, "w").close()
            # After the key Tab, the line is cleared.
            self.type(["zsh", "-i"], f"glassfader {words}\t\x15print -r do''ne\r")
            with open(found) as file:
                return list(dict.fromkeys(line for line in file.read().split("\n") if line))
        self.check(complete)

    def type(self, shell, keys):
        """Types at a shell in a terminal of its own, until it has said that it is done."""
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.execvpe(shell[0], shell, {**self.environment, "ZDOTDIR": self.folder})
        try:
            self.read(terminal, "ready> ")
            os.write(terminal, keys.encode())
            self.read(terminal, "\ndone")
        finally:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            os.close(terminal)

    def read(self, terminal, text):
        heard = ""
        deadline = time.monotonic() + PATIENCE
        while text not in re.sub("\x1b\\[[^a-zA-Z]*[a-zA-Z]", "", heard):
            left = deadline - time.monotonic()
            if left < 0 or not select.select([terminal], [], [], left)[0]:
                self.fail(f"the terminal does not show {text!r}: {heard!r}")
            heard += os.read(terminal, 4096).decode(errors="replace")


if __name__ == "__main__":
    unittest.main()
