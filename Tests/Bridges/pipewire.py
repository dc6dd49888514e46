"""PipeWire and WirePlumber with sinks that nobody hears, and streams into them."""

import contextlib
import json
import os
import subprocess
import threading

from processes import PATIENCE, wait_until
from sound import RATE, Reader, sine

PROGRAMS = ("dbus-daemon", "pipewire", "wireplumber", "pw-cli", "pw-dump", "pw-cat", "wpctl")
SINK = """{{ factory.name=support.null-audio-sink node.name="{name}" media.class=Audio/Sink
 object.linger=true audio.position=[FL FR] monitor.channel-volumes=true }}"""
# Of a stream, in samples, and of what is written at a time.
LATENCY, PIECE = 1024, 2048


class PipeWire:
    """The servers with some sinks; a context manager, which ends with the session."""

    def __init__(self, session, *sinks, pulse=False):
        self.session = session
        session.start("dbus-daemon", "--session", "--nofork", "--nopidfile",
                      f"--address={session.environment['DBUS_SESSION_BUS_ADDRESS']}")
        self.await_socket("bus")
        self.server = session.start("pipewire")
        self.await_socket("pipewire-0")
        self.manager = session.start("wireplumber")
        self.sinks = sinks
        self.make_sinks()
        # Without a sink it would make one of its own, which clients then keep to.
        self.pulse = session.start("pipewire-pulse") if pulse else None
        if pulse:
            self.await_socket("pulse/native")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for program in filter(None, (self.pulse, self.manager, self.server)):
            program.end()

    def await_socket(self, name):
        path = os.path.join(self.session.runtime, name)
        if not wait_until(lambda: os.path.exists(path)):
            raise AssertionError(f"no {path}: {self.session.processes[-1].log()}")

    def make_sinks(self):
        """Makes them, and waits until the session manager has chosen one."""
        for sink in self.sinks:
            self.make_sink(sink)
        wait_until(lambda: any(sink in self.session.run(
            "wpctl", "inspect", "@DEFAULT_AUDIO_SINK@", check=False) for sink in self.sinks))

    def restart(self):
        """Kills all of it, and starts it again, with the same sinks."""
        self.kill()
        self.start()

    def kill(self):
        for program in filter(None, (self.pulse, self.manager, self.server)):
            program.kill()
        # They would say that the servers are there.
        for name in ("pipewire-0", "pulse/native"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(os.path.join(self.session.runtime, name))

    def start(self):
        self.server.start()
        self.await_socket("pipewire-0")
        self.manager.start()
        self.make_sinks()
        if self.pulse:
            self.pulse.start()
            self.await_socket("pulse/native")

    # Nodes

    def make_sink(self, name):
        """Makes a sink, and returns its number."""
        wait_until(lambda: "remote" not in self.session.run(
            "pw-cli", "create-node", "adapter", SINK.format(name=name).replace("\n", ""),
            check=False).lower())
        return self.await_node(name)

    def remove(self, name):
        self.session.run("pw-cli", "destroy", str(self.await_node(name)))

    def nodes(self):
        """The nodes as pw-dump has them, by number."""
        try:
            objects = json.loads(self.session.run("pw-dump", check=False))
        except ValueError:
            return {}
        return {one["id"]: one["info"] for one in objects
                if one.get("type", "").endswith(":Node") and one.get("info")}

    def node(self, name, key="node.name"):
        """The number of a node with this property, or None."""
        for number, info in self.nodes().items():
            if info["props"].get(key) == name:
                return number
        return None

    def await_node(self, name, key="node.name"):
        number = wait_until(lambda: self.node(name, key))
        if not number:
            raise AssertionError(f"no node with {key} = {name}: {self.server.log()}")
        return number

    def properties(self, number):
        """The volumes of a node, as they are in the sound, and whether it is muted."""
        for table in self.nodes()[number]["params"].get("Props", []):
            if "channelVolumes" in table:
                return table["channelVolumes"], table["mute"]
        return [], False

    def set_volume(self, number, cubic):
        self.session.run("wpctl", "set-volume", str(number), str(cubic))

    def set_volumes(self, number, *factors):
        """The linear factor of each channel."""
        volumes = ", ".join(str(factor) for factor in factors)
        self.session.run("pw-cli", "set-param", str(number), "Props",
                         f"{{ channelVolumes: [{volumes}] }}")

    def set_mute(self, number, muted):
        self.session.run("wpctl", "set-mute", str(number), str(int(muted)))

    # Streams

    def play(self, sink, name="Tone"):
        """Plays a sine of 0 dBFS into a sink for ever."""
        return Player(self, sink, name)

    def record(self, sink):
        """Records from the monitor of a sink: its trace."""
        return Recorder(self, sink)


class Player:
    """A stream from this process into a sink; a context manager."""

    def __init__(self, server, sink, name):
        self.program = server.session.start(
            "pw-cat", "--playback", "--target", sink, "--format", "f32", "--channels", "2",
            "--rate", str(RATE), "--latency", str(LATENCY),
            "-P", json.dumps({"application.name": name, "node.name": name}), "-",
            name="pw-play", stdin=subprocess.PIPE)
        self.thread = threading.Thread(target=self._write, daemon=True)
        self.thread.start()
        self.number = server.await_node(name)

    def _write(self):
        position = 0
        try:
            while True:
                self.program.process.stdin.write(sine(position, PIECE).repeat(2).tobytes())
                position += PIECE
        except (OSError, ValueError):
            # It has ended.
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.program.process.kill()
        self.thread.join(PATIENCE)
        self.program.end()


class Recorder:
    """The trace of what a sink's monitor has; a context manager."""

    def __init__(self, server, sink):
        self.program = server.session.start(
            "pw-cat", "--record", "--target", sink, "--format", "f32", "--channels", "2",
            "--rate", str(RATE), "--latency", str(LATENCY), "-P", "{ stream.capture.sink=true }",
            "-", name="pw-record", stdout=subprocess.PIPE)
        self.reader = Reader(self.program.process.stdout, channels=2)
        self.trace = self.reader.trace

    def __enter__(self):
        return self.trace

    def __exit__(self, *_):
        self.program.process.kill()
        self.reader.thread.join(PATIENCE)
        self.program.end()
