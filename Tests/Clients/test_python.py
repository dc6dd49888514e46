"""The Python client, and a real daemon."""

import asyncio
import importlib.util
import json
import math
import os
import pathlib
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest

from desk import PATIENCE, ROOT, Desk, wait_until

import glassfader


class Asking(unittest.TestCase):
    """What is asked and set."""

    @classmethod
    def setUpClass(cls):
        cls.desk = cls.enterClassContext(Desk())

    def setUp(self):
        self.panel = self.enterContext(self.desk.connect(name="test"))

    def test_a_panel_says_what_it_is_and_has(self):
        self.assertEqual(self.panel.hello["panel"], "desk")
        self.assertEqual(self.panel.hello["protocol"], 1)
        levels = self.panel.list("ch*.level")
        self.assertEqual([level["control"] for level in levels],
                         ["ch1.level", "ch2.level", "ch3.level", "ch4.level"])
        self.assertGreaterEqual(self.panel.ping()["uptime_ms"], 0)

    def test_a_bridge_reads_what_it_is_to_do(self):
        binds = [level["bind"]["osc"] for level in self.panel.list("ch*.level")]
        self.assertEqual(binds[:2], ["/ch/01/level", "/ch/02/level"])
        self.assertNotIn("bind", self.panel.list("ch1.mute")[0])
        self.assertEqual(self.panel.bridges(), {"osc": {"send": ["127.0.0.1:3819"]}})

    def test_a_value_is_taken_as_the_control_can_have_it(self):
        answer = self.panel.set("ch1.level", -3.04)
        self.assertEqual((answer["applied"], answer["value"]), (True, -3.0))
        self.assertEqual(self.panel.get("ch1.level"), -3.0)
        self.assertEqual(self.panel.reading("ch1.level")["text"], "-3.0 dB")
        self.assertEqual(self.panel.set("ch1.level", norm=1)["value"], 10.0)
        self.assertEqual(self.panel.set("ch1.level", delta=-1)["value"], 9.0)
        self.assertEqual(self.panel.set("ch1.level", delta_norm=-1)["norm"], 0)

    def test_values_are_numbers_parts_and_words(self):
        self.panel.set("ch1.gate", {"low": -50, "high": -20})
        self.assertEqual(self.panel.get("ch1.gate"), {"low": -50.0, "high": -20.0})
        self.panel.set("x.mode", "b")
        self.assertEqual(self.panel.get("x.mode"), "b")

    def test_a_hand_elsewhere_holds_a_fader_until_it_lets_go(self):
        result = self.panel.touch("began", ["ch3.level"])["ch3.level"]
        self.assertTrue(result["applied"])
        with self.desk.connect(name="other") as other:
            refused = other.touch("began", {"ch3.level": {"value": -20}})["ch3.level"]
            self.assertEqual((refused["reason"], refused["by"]["name"]), ("touched", "test"))
            self.assertFalse(other.set("ch3.level", -20)["applied"])
        self.assertIsNone(self.panel.touch("changed", {"ch3.level": {"norm": 0.25}}))
        result = self.panel.touch("ended", {"ch3.level": {"value": 0}})["ch3.level"]
        self.assertEqual((result["applied"], result["value"]), (True, 0))
        with self.assertRaises(glassfader.Refused):
            self.panel.touch("pressed", ["ch3.level"])

    def test_talkback_is_open_while_a_block_runs_and_no_longer(self):
        with self.panel.hold("ch3.talk", "ch3.level") as results:
            self.assertTrue(results["ch3.talk"]["applied"])
            self.assertEqual(self.panel.get("ch3.talk"), 1)
        self.assertEqual(self.panel.get("ch3.talk"), 0)
        with self.assertRaises(ZeroDivisionError):
            with self.panel.hold("ch3.talk"):
                1 / 0
        self.assertEqual(self.panel.get("ch3.talk"), 0)

    def test_a_block_does_not_run_if_one_control_cannot_be_held(self):
        def hold(*controls):
            with self.panel.hold(*controls):
                self.fail("the block runs")

        with self.assertRaises(glassfader.Refused) as refused:
            hold("ch3.talk", "ch3.tlak")
        self.assertEqual(refused.exception.code, "unknown-control")
        self.assertIn("did you mean ch3.talk", str(refused.exception))
        self.assertEqual(self.panel.get("ch3.talk"), 0)
        with self.desk.connect(name="other") as other, other.hold("ch3.talk"):
            with self.assertRaisesRegex(glassfader.Refused, "ch3.talk is held by other"):
                hold("ch3.talk")
            self.assertEqual(self.panel.get("ch3.talk"), 1)
        self.panel.lock()
        try:
            with self.assertRaises(glassfader.Refused) as refused:
                hold("ch3.talk")
            self.assertEqual(refused.exception.code, "locked")
        finally:
            self.panel.lock(False)

    def test_an_engine_reports_a_place_of_the_fader_as_well_as_a_level(self):
        with self.desk.connect() as other:
            # No touch was on it: a value right after one would wait.
            events = other.events("ch4.count")
            next(events)
            self.panel.feedback("ch4.count", norm=0.5)
            self.panel.set("ch4.count", norm=0.25, feedback=True)
            self.panel.tell("ch4.count", delta_norm=0.25)
            heard = [next(events) for _ in range(3)]
        self.assertEqual([(event.source_kind, round(event.norm, 2)) for event in heard],
                         [("feedback", 0.5), ("feedback", 0.25), ("client", 0.5)])
        with self.assertRaises(TypeError):
            self.panel.feedback("ch4.count")

    def test_infinity_is_the_end_of_the_range_in_every_call(self):
        silence, most = float("-inf"), float("inf")
        for call in (
                lambda: self.panel.set("ch4.level", silence),
                lambda: self.panel.set("ch4.level", norm=silence),
                lambda: self.panel.tell("ch4.level", silence),
                lambda: self.panel.feedback("ch4.level", silence),
                lambda: self.panel.feedback("ch4.level", norm=silence),
                lambda: self.panel.batch({"ch4.level": silence}),
                lambda: self.panel.request("set", control="ch4.level", value=silence),
                lambda: self.panel.request("batch", ops=[
                    {"cmd": "set", "control": "ch4.level", "value": silence}])):
            self.panel.set("ch4.level", -6)
            call()
            self.assertEqual(self.panel.reading("ch4.level")["gain"], 0)
        self.panel.set("ch4.gate", {"low": silence, "high": most})
        self.assertEqual(self.panel.get("ch4.gate"), {"low": -60, "high": 0})
        self.panel.feedback("ch4.level", most)
        self.assertEqual(self.panel.get("ch4.level"), 10)
        with self.panel.hold("ch3.level"):
            self.panel.touch("changed", {"ch3.level": {"value": silence}})
            self.assertEqual(self.panel.reading("ch3.level")["gain"], 0)

    def test_what_is_no_number_is_refused_by_every_call_and_names_the_control(self):
        none, silence, level = float("nan"), float("-inf"), self.panel.get("ch2.level")
        for call in (
                lambda: self.panel.set("ch2.level", none),
                lambda: self.panel.set("ch2.level", norm=none),
                lambda: self.panel.set("ch2.level", delta=silence),
                lambda: self.panel.set("ch2.level", delta_norm=float("inf")),
                lambda: self.panel.set("ch2.level", -6, over_ms=none),
                lambda: self.panel.tell("ch2.level", none),
                lambda: self.panel.feedback("ch2.level", none),
                lambda: self.panel.batch({"ch1.level": -6, "ch2.level": none}),
                lambda: self.panel.touch("began", {"ch2.level": {"value": none}}),
                lambda: self.panel.touch("changed", {"ch2.level": {"delta": silence}})):
            with self.assertRaises(glassfader.Refused) as refused:
                call()
            self.assertEqual(refused.exception.code, "bad-value")
            self.assertIn("ch2.level", str(refused.exception))
        with self.assertRaisesRegex(glassfader.Refused, "display"):
            self.panel.request("display", brightness=none)
        self.assertEqual(self.panel.get("ch2.level"), level)

    def test_a_number_of_another_type_is_a_number_also_if_it_is_infinite(self):
        class Number:
            """As numpy's float32, which is no float."""

            def __init__(self, value):
                self.value = value

            def item(self):
                return self.value

        class Ratio:
            def __float__(self):
                return -6.5

        class Index:
            def __index__(self):
                return 7

        self.assertEqual(self.panel.set("ch2.level", Number(-3.5))["value"], -3.5)
        self.assertEqual(self.panel.set("ch2.level", Ratio())["value"], -6.5)
        self.assertEqual(self.panel.set("ch2.count", Index())["value"], 7)
        self.assertEqual(self.panel.set("ch2.mute", Number(True))["value"], 1)
        self.panel.feedback("ch2.level", Number(float("-inf")))
        self.assertEqual(self.panel.reading("ch2.level")["gain"], 0)
        self.panel.set("ch2.gate", {"low": Number(-50), "high": Number(float("inf"))})
        self.assertEqual(self.panel.get("ch2.gate"), {"low": -50, "high": 0})
        with self.assertRaisesRegex(glassfader.Refused, "ch2.level: value: expected a finite"):
            self.panel.set("ch2.level", Number(float("nan")))
        for value in (b"-6", object(), 1j):
            with self.assertRaisesRegex(TypeError, "expected a number"):
                self.panel.set("ch2.level", value)
        self.panel.set("ch2.level", 0)

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "there is no numpy")
    def test_numbers_of_numpy_are_numbers(self):
        import numpy

        self.assertEqual(self.panel.set("ch2.level", numpy.float32(-3.5))["value"], -3.5)
        self.assertEqual(self.panel.set("ch2.count", numpy.int64(5))["value"], 5)
        self.assertEqual(self.panel.set("ch2.mute", numpy.bool_(True))["value"], 1)
        self.panel.tell("ch2.level", numpy.float32("-inf"))
        self.assertEqual(self.panel.reading("ch2.level")["gain"], 0)
        for call in (lambda: self.panel.request("meters", v={"ch2.meter": list(levels)}),
                     lambda: self.panel.meters({"ch2.meter": levels}),
                     lambda: self.panel.plot({"x.scope": levels})):
            levels = numpy.array([-3, -4], dtype=numpy.float32)
            call()
        with self.assertRaisesRegex(TypeError, "expected a number"):
            self.panel.set("ch2.level", levels)
        self.panel.set("ch2.level", 0)

    def test_what_would_be_ignored_is_refused_and_one_name_is_as_good_as_a_list(self):
        with self.assertRaisesRegex(TypeError, "style.. has no argument colour; did you mean color"):
            self.panel.style("ch1", label="Vox", colour="#ff0000")
        self.assertEqual(self.panel.strips("ch1")[0]["label"], "ch1")
        with self.assertRaisesRegex(TypeError, "link.. has no argument unit: expected in, select"):
            self.panel.link("pair", ["ch1.level", "ch2.level"], unit="value")
        for change, reason in (({"nrm": 0.5}, "did you mean norm"), (0.5, "expected a dict")):
            with self.assertRaisesRegex(TypeError, reason):
                self.panel.touch("changed", {"ch1.level": change})
        with self.assertRaisesRegex(TypeError, "leave out id"):
            self.panel.request("get", id=5, control="ch1.level")
        link = self.panel.link("pair", ["ch1.level", "ch2.level"], in_="value")
        self.assertEqual(link["in"], "value")
        link = self.panel.link("pair", ["ch1.level", "ch2.level"], mode="gang", while_="ch1.mute")
        self.assertEqual(link["while"], "ch1.mute")
        self.panel.unlink("pair")
        with self.assertRaisesRegex(glassfader.Refused, "needs two controls"):
            self.panel.link("pair", "ch1.level")
        self.assertEqual(self.panel.lock(except_="ch1.*")["except"], ["ch1.*"])
        self.panel.lock(False)
        self.assertTrue(self.panel.touch("began", "ch3.level")["ch3.level"]["applied"])
        self.panel.touch("ended", "ch3.level")
        with self.panel.hold(["ch3.talk", "ch3.level"]) as results:
            self.assertEqual(len(results), 2)
        self.panel.meters({"ch1.meter": -10})
        self.assertTrue(self.panel.ping())

    def test_a_lock_is_against_programs_too(self):
        self.assertTrue(self.panel.lock(clients=True)["clients"])
        with self.assertRaises(glassfader.Refused) as refused:
            self.panel.set("ch1.level", -1)
        self.assertEqual(refused.exception.code, "locked")
        self.panel.lock(False)

    def test_scenes_are_stored_recalled_listed_and_deleted(self):
        self.panel.batch({"ch1.count": 11, "ch2.count": 12})
        self.assertEqual(self.panel.scene("store", "song", match="*.count")["controls"], 4)
        self.panel.batch({"ch1.count": 1, "ch2.count": 2})
        self.panel.scene("recall", "song", safe="ch2.*")
        self.assertEqual((self.panel.get("ch1.count"), self.panel.get("ch2.count")), (11, 2))
        self.assertEqual([scene["name"] for scene in self.panel.scene("list")["scenes"]], ["song"])
        self.panel.scene("delete", "song")
        with self.assertRaises(glassfader.Refused):
            self.panel.scene("recall", "song")

    def test_several_are_reported_at_once_by_value_or_place(self):
        with self.desk.connect() as other:
            events = other.events(["ch1.count", "ch2.count"])
            next(events)
            self.panel.batch({"ch1.count": 41}, norm={"ch2.count": 0.5}, feedback=True)
            heard = [next(events), next(events)]
        self.assertEqual([(event.control, event.value, event.source_kind) for event in heard],
                         [("ch1.count", 41, "feedback"), ("ch2.count", 500000, "feedback")])

    def test_a_path_may_be_an_object_and_a_timeout_infinite(self):
        for path in (pathlib.Path(self.desk.path), self.desk.path.encode()):
            with glassfader.Panel(path, timeout=math.inf) as panel:
                self.assertEqual(panel.path, self.desk.path)
                panel.subscribe("ch1.count")
                self.assertEqual(panel.poll(math.inf)[0].reason, "subscribed")

    def test_several_are_set_at_once_or_none(self):
        self.panel.batch({"ch1.count": 5, "ch2.count": 6})
        with self.assertRaises(glassfader.Refused):
            self.panel.batch({"ch1.count": 7, "ch2.nothing": 8})
        self.assertEqual((self.panel.get("ch1.count"), self.panel.get("ch2.count")), (5, 6))

    def test_a_refusal_says_why_and_what_was_meant(self):
        with self.assertRaises(glassfader.Refused) as refused:
            self.panel.get("ch1.levle")
        self.assertEqual(refused.exception.code, "unknown-control")
        self.assertIn("ch1.level", refused.exception.near)
        self.assertIn("did you mean ch1.level", str(refused.exception))
        with self.assertRaises(TypeError):
            self.panel.set("ch1.level", 1, norm=0.5)
        with self.assertRaises(TypeError):
            self.panel.set("ch1.level")

    def test_a_line_that_is_too_long_is_refused_and_the_next_is_answered(self):
        me = self.panel.hello["client"]
        for length in (65536, 300000):
            for call in (
                    lambda: self.panel.request("list", match="x" * length),
                    lambda: self.panel.tell("x" * length, 1),
                    lambda: self.panel.batch({"x" * length: 1})):
                with self.assertRaises(glassfader.Refused) as refused:
                    call()
                self.assertEqual(refused.exception.code, "too-large")
        self.assertEqual(self.panel.get("ch3.level"), 0)
        self.assertEqual(self.panel.hello["client"], me)
        # The longest line: its other members have 27 bytes.
        number = len(str(self.panel._number + 1))
        self.panel.request("ping", x="x" * (65536 - 27 - number))
        with self.assertRaises(glassfader.Refused):
            self.panel.request("ping", x="x" * (65537 - 27 - number))

    def test_a_line_that_cannot_be_read_is_refused_at_once(self):
        for call in (
                lambda: self.panel.get("ch1\0level"),
                lambda: self.panel.get("\ud800"),
                lambda: self.panel.set("ch3.level", 10 ** 400),
                lambda: self.panel.request("style", strip="ch1", label=[[[[[[[[[1]]]]]]]]])):
            with self.assertRaises(glassfader.Refused) as refused:
                call()
            self.assertEqual(refused.exception.code, "parse")
        # That of another line is not taken for the reply.
        self.panel.tell("ch1\0level", 1)
        self.assertEqual(self.panel.get("ch3.level"), 0)
        events = self.panel.events("ch1.level")
        self.assertEqual([next(events).kind, next(events).kind], ["snapshot", "refused"])

    def test_a_page_is_shown_and_the_panel_is_locked(self):
        self.panel.page("other")
        self.panel.lock(except_=["ch1.*"])
        with self.desk.connect() as other:
            state = next(other.events()).raw["state"]
        self.assertEqual(state, {"page": "other", "locked": True})
        self.panel.lock(False)
        self.panel.page("main")

    def test_the_last_change_is_taken_back_and_made_again(self):
        self.panel.set("ch1.level", -20)
        self.assertEqual(self.panel.undo()["controls"], 1)
        self.assertNotEqual(self.panel.get("ch1.level"), -20)
        self.assertEqual(self.panel.redo()["redo"], 0)
        self.assertEqual(self.panel.get("ch1.level"), -20)
        with self.assertRaises(glassfader.Refused):
            self.panel.redo()

    def test_strips_have_names_and_styles(self):
        strips = self.panel.strips("ch1")
        self.assertEqual([(strip["strip"], strip["pages"]) for strip in strips],
                         [("ch1", ["main"])])
        self.assertEqual(len(self.panel.strips("ch*.level")), 4)
        style = self.panel.style("ch1", label="Vox", color="#ff8800")
        self.assertEqual((style["label"], style["color"]), ("Vox", "#ff8800"))
        self.assertEqual(self.panel.style("ch1", label=None)["label"], "ch1")
        self.assertNotIn("color", self.panel.style("ch1", reset=True))
        self.assertFalse(self.panel.style("ch1.level", enabled=False)["enabled"])
        self.assertTrue(self.panel.style("ch1.level", reset=True)["enabled"])

    def test_a_vca_moves_what_its_members_have_in_effect(self):
        self.panel.link("drums", ["ch4.level", "ch2.level"], mode="vca")
        with self.desk.connect() as other:
            events = other.events(["ch2.*", "ch4.*"])
            self.assertEqual(next(events).snapshot["ch2.level"]["effective"]["value"], 0.0)
            self.panel.set("ch4.level", -6)
            event = next(events)
            self.assertEqual((event.control, event.level, event.effective),
                             ("ch4.level", -6.0, None))
            event = next(events)
            self.assertEqual((event.kind, event.control, event.value, event.level),
                             ("effectiveChanged", "ch2.level", None, -6.0))
        self.assertEqual(self.panel.spill("ch4")["spill"], "ch4")
        with self.desk.connect() as other:
            self.assertEqual(next(other.events()).raw["state"]["spill"], "ch4")
        self.assertNotIn("spill", self.panel.spill("ch4", toggle=True))
        self.assertEqual(self.panel.get("ch2.level"), 0.0)
        self.assertEqual(self.panel.reading("ch2.level")["effective"]["text"], "-6.0 dB")
        self.panel.unlink("drums")
        self.panel.set("ch4.level", 0)
        self.assertNotIn("effective", self.panel.reading("ch2.level"))

    def test_meters_take_what_an_engine_sends(self):
        self.panel.meters({"ch1.meter": [float("-inf"), float("nan")],
                           "ch2.meter": [float("inf"), -18.5], "ch9.meter": [0]})
        self.assertTrue(self.panel.ping())

    def test_plots_take_what_an_engine_sends(self):
        self.panel.plot({"x.scope": [0, 1 / 3, float("-inf"), float("nan"), float("inf")],
                         "x.none": []})
        with self.desk.connect() as other:
            events = other.events(events=["plot"])
            next(events)
            self.panel.plot({"x.scope": [1 / 3] * 4096})
            points = next(events).raw["v"]["x.scope"]
            self.assertEqual((len(points), points[0]), (4096, 0.333333))

    def test_a_picture_comes_whole(self):
        picture = self.panel.screenshot()
        self.assertEqual(picture[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(picture[-8:-4], b"IEND")
        self.assertEqual([int.from_bytes(picture[at:at + 4], "big") for at in (16, 20)],
                         [640, 400])

    def test_the_second_socket_is_for_looking(self):
        with glassfader.Panel(self.desk.monitor_path, timeout=PATIENCE) as monitor:
            self.assertTrue(monitor.list())
            with self.assertRaises(glassfader.Refused) as refused:
                monitor.set("ch1.level", 0)
        self.assertEqual(refused.exception.code, "read-only")


class Hearing(unittest.TestCase):
    """What is heard of others and of fingers."""

    @classmethod
    def setUpClass(cls):
        cls.desk = cls.enterClassContext(Desk())

    def setUp(self):
        self.panel = self.enterContext(self.desk.connect(name="test"))
        self.other = self.enterContext(self.desk.connect(name="other"))

    def test_others_are_heard_and_it_itself_is_not(self):
        events = self.panel.events(["ch1.*"])
        self.assertIn("ch1.level", next(events).snapshot)
        self.panel.set("ch1.level", -1)
        self.other.set("ch2.level", -2)
        self.other.set("ch1.level", -3)
        event = next(events)
        self.assertEqual((event.control, event.value, event.phase, event.source_kind),
                         ("ch1.level", -3.0, "set", "client"))
        self.assertEqual(event.raw["source"]["name"], "other")
        self.assertTrue(event.is_change)
        self.assertAlmostEqual(event.gain, 0.707946, 5)

    def test_with_echo_it_hears_itself(self):
        events = self.panel.events("ch1.count", echo=True)
        next(events)
        self.panel.set("ch1.count", 3)
        self.assertEqual(next(events).raw["source"]["name"], "test")

    def test_feedback_is_told_as_such(self):
        events = self.panel.events("ch1.count")
        next(events)
        self.other.feedback("ch1.count", 9)
        self.other.tell("ch1.count", 10)
        self.assertEqual([(event.source_kind, event.value) for event in (next(events), next(events))],
                         [("feedback", 9), ("client", 10)])

    def test_a_gesture_has_its_beginning_and_its_end(self):
        events = self.panel.events("ch3.level")
        next(events)
        [control] = self.panel.list("ch3.level")
        self.desk.drag(control["frame"], 30)
        phases = [next(events)]
        while phases[-1].phase != "ended":
            phases.append(next(events))
        self.assertEqual([event.phase for event in phases],
                         ["began"] + ["changed"] * (len(phases) - 2) + ["ended"])
        self.assertEqual({event.source_kind for event in phases}, {"touch"})
        self.assertGreater(phases[-1].value, 0)
        self.assertEqual(phases[-1].value, self.panel.get("ch3.level"))

    def test_the_finger_wins(self):
        [control] = self.panel.list("ch3.level")
        self.desk.put_down(control["frame"])
        try:
            wait_until(lambda: self.panel.reading("ch3.level")["touched"])
            self.assertFalse(self.panel.set("ch3.level", -80)["applied"])
        finally:
            self.desk.lift()

    def test_what_is_refused_without_being_waited_for_is_told_as_an_event(self):
        events = self.panel.events("ch1.count")
        next(events)
        self.panel.feedback("ch1.counter", 1)
        # The refusal is not taken for the answer to another request.
        self.assertEqual(self.panel.get("ch4.level"), 0)
        event = next(events)
        self.assertEqual((event.kind, event.raw["error"]["code"]), ("refused", "unknown-control"))

    def test_what_was_refused_before_the_subscription_is_told_after_the_snapshot(self):
        self.panel.feedback("ch1.counter", 1)
        self.panel.ping()
        events = self.panel.events("ch1.count")
        self.assertEqual([next(events).kind, next(events).kind], ["snapshot", "refused"])
        # The rejection may also come while the subscription is made.
        self.panel.feedback("ch1.counter", 1)
        events = self.panel.events("ch1.count")
        self.assertEqual([next(events).kind, next(events).kind], ["snapshot", "refused"])

    def test_a_program_that_reads_nothing_for_a_while_has_the_last_value(self):
        # On a busy host for so long that the panel gives it up, and it connects again.
        events = self.panel.events("ch*.count")
        next(events)
        for value in range(3000):
            self.other.set(f"ch{value % 4 + 1}.count", value)
        values = {}
        while values.get("ch4.count") != 2999:
            event = next(events)
            if event.kind == "snapshot":
                values.update({name: entry["value"] for name, entry in event.snapshot.items()})
            elif event.is_change:
                values[event.control] = event.value
        self.assertEqual(values, {"ch1.count": 2996, "ch2.count": 2997, "ch3.count": 2998,
                                  "ch4.count": 2999})

    def test_a_program_that_asks_and_does_not_listen_keeps_little_and_has_the_last_value(self):
        events = self.panel.events("ch1.count")
        next(events)
        most, glassfader._MOST_WAITING = glassfader._MOST_WAITING, 50
        try:
            for value in range(500):
                self.other.set("ch1.count", value)
                self.panel.ping()
                self.assertLessEqual(len(self.panel._waiting), 50)
        finally:
            glassfader._MOST_WAITING = most
        self.assertTrue(self.panel.pending())
        event = next(events)
        self.assertEqual(event.kind, "snapshot")
        last = event.snapshot["ch1.count"]["value"]
        while last != 499:
            last = next(events).value


class Crossing(unittest.TestCase):
    """An event of another's change that crosses a change of one's own."""

    @classmethod
    def setUpClass(cls):
        cls.desk = cls.enterClassContext(Desk())

    def setUp(self):
        self.panel = self.enterContext(self.desk.connect(name="test"))
        self.other = self.enterContext(self.desk.connect(name="other"))
        self.other.batch({"ch1.level": 0, "ch2.level": 0, "ch1.count": 0})

    def follow(self, *match, **options):
        """An engine that is set to each level. It has those of the snapshot."""
        self.panel.subscribe(match, **options)
        [snapshot] = self.panel.poll(PATIENCE)
        return dict(snapshot.levels)

    def poll(self):
        """All that the panel has sent, also what follows its last reply."""
        self.panel.ping()
        return self.panel.poll()

    def test_an_engine_ends_where_the_panel_is(self):
        for own in (
                lambda: self.panel.set("ch1.level", -7)["value"],
                lambda: self.panel.set("ch1.level", -7, feedback=True)["value"],
                lambda: self.panel.batch({"ch1.level": -7})["results"][0]["value"],
                lambda: self.panel.request("set", control="ch1.level", value=-7)["value"]):
            engine = self.follow("ch*.level")
            self.other.set("ch1.level", -5)
            self.other.set("ch2.level", -4)
            engine["ch1.level"] = own()
            for event in self.poll():
                engine.update(event.levels)
                engine[event.control] = event.value
            self.assertEqual(engine["ch1.level"], self.panel.get("ch1.level"))
            self.assertEqual(engine["ch2.level"], -4)
            self.other.batch({"ch1.level": 0, "ch2.level": 0})

    def test_a_loop_over_levels_ends_where_the_panel_is(self):
        levels = self.panel.levels("ch*.level")
        while next(levels)[0] != "ch4.level":
            pass
        self.other.set("ch1.level", -5)
        self.panel.set("ch1.level", -7)
        self.other.set("ch2.level", -4)
        self.assertEqual(next(levels), ("ch2.level", -4))

    def test_what_was_polled_before_is_no_level_any_more(self):
        self.follow("ch1.level")
        self.other.set("ch1.level", -5)
        [event] = self.panel.poll(PATIENCE)
        self.assertEqual(dict(event.levels), {"ch1.level": -5})
        self.panel.set("ch1.level", -7)
        self.assertEqual(dict(event.levels), {})
        self.assertEqual(event.value, -5)

    def test_a_change_after_ones_own_is_heard(self):
        engine = self.follow("ch1.level")
        engine["ch1.level"] = self.panel.set("ch1.level", -7)["value"]
        self.other.set("ch1.level", -5)
        self.other.set("ch1.level", -3)
        self.assertEqual([event.value for event in self.poll()], [-5, -3])

    def test_a_value_that_is_not_applied_replaces_nothing(self):
        self.follow("ch1.level")
        with self.other.hold("ch1.level"):
            self.other.touch("changed", {"ch1.level": {"value": -5}})
            self.other.ping()
            self.assertFalse(self.panel.set("ch1.level", -7)["applied"])
            events = self.poll()
            while len(events) < 2:
                events += self.panel.poll(PATIENCE)
            self.assertEqual([(event.phase, event.value) for event in events],
                             [("began", 0), ("changed", -5)])

    def test_a_beginning_and_an_end_stay_and_have_the_present_value(self):
        engine = self.follow("ch1.level", "ch2.level")
        with self.other.hold("ch1.level"):
            self.other.touch("changed", {"ch1.level": {"value": -5}})
        # Until it settles, another value would wait.
        self.assertTrue(wait_until(lambda: self.other.set("ch1.level", -6)["applied"]))
        engine["ch1.level"] = self.panel.set("ch1.level", -90)["value"]
        events = self.poll()
        self.assertEqual([(event.phase, event.value, event.norm, event.gain) for event in events],
                         [("began", -90, 0, 0), ("ended", -90, 0, 0)])
        self.assertEqual(len({event.gesture for event in events}), 1)
        self.assertEqual([dict(event.levels) for event in events], 2 * [{"ch1.level": -90}])

    def test_the_end_of_ones_own_fade_has_the_value_that_ended_it(self):
        self.follow("ch1.level")
        self.panel.set("ch1.level", -60, over_ms=60000)
        reply = self.panel.set("ch1.level", -7)
        events = self.poll()
        self.assertEqual((events[-1].phase, events[-1].reason), ("cancelled", "set"))
        self.assertEqual((events[-1].value, reply["value"]), (-7, -7))

    def test_the_level_of_a_vca_does_not_bring_an_older_one_back(self):
        self.other.link("drums", ["ch2.level", "ch1.level"], mode="vca")
        self.addCleanup(self.unlink)
        engine = self.follow("ch1.level")
        self.other.set("ch2.level", -6)
        with self.desk.connect() as third:
            third.subscribe("ch1.level")
            third.poll(PATIENCE)
            self.other.set("ch2.level", -8)
            third.poll(PATIENCE)
        engine["ch1.level"] = self.panel.set("ch1.level", -7)["effective"]["value"]
        for event in self.poll():
            engine.update(event.levels)
        self.assertEqual(engine["ch1.level"], -15)

    def unlink(self):
        with self.desk.connect() as panel:
            panel.unlink("drums")

    def test_a_snapshot_that_is_older_is_taken_again(self):
        self.panel.subscribe("ch1.*")
        self.assertEqual(self.panel.poll(), [])
        self.panel.set("ch1.level", -7)
        [snapshot] = self.panel.poll(PATIENCE)
        self.assertEqual((snapshot.reason, dict(snapshot.levels)["ch1.level"]), ("subscribed", -7))
        self.other.set("ch1.count", 5)
        self.assertEqual([event.value for event in self.panel.poll(PATIENCE)], [5])

    def test_with_echo_ones_own_change_comes_last(self):
        self.follow("ch1.level", echo=True)
        self.other.set("ch1.level", -5)
        self.panel.set("ch1.level", -7)
        self.assertEqual([event.value for event in self.poll()], [-5, -7])


class Reloading(unittest.TestCase):
    """Another panel file, with other controls."""

    def setUp(self):
        self.desk = self.enterContext(Desk())
        self.panel = self.enterContext(self.desk.connect(name="test"))

    def reload(self, old, new):
        with open(os.path.join(self.desk.folder, "panel.toml")) as file:
            text = file.read()
        self.desk.write("panel.toml", text.replace(old, new))
        with self.desk.connect() as other:
            # The daemon may have read it already.
            return other.request("reload")

    def poll(self, last="snapshot"):
        """The events until one of a kind; not that the page has more banks now."""
        events = []
        while not events or events[-1].kind != last:
            events += self.panel.poll(PATIENCE)
        return [event for event in events if event.kind != "pageChanged"]

    def test_the_controls_that_it_adds_have_a_level(self):
        self.panel.subscribe("ch*.level")
        self.poll()
        self.reload("count = 4", "count = 6")
        events = self.poll()
        self.assertEqual([(event.kind, event.reason) for event in events],
                         [("configReloaded", None), ("snapshot", "reloaded")])
        self.assertEqual(dict(events[1].levels)["ch6.level"], 0)
        with self.desk.connect() as other:
            other.set("ch6.level", -6)
        self.assertEqual(dict(self.poll("valueChanged")[0].levels), {"ch6.level": -6})

    def test_a_loop_has_the_controls_that_it_adds(self):
        levels = self.panel.levels("ch*.level")
        while next(levels)[0] != "ch4.level":
            pass
        self.reload("count = 4", "count = 6")
        found = {}
        while "ch6.level" not in found:
            found.update([next(levels)])
        self.assertEqual(len(found), 6)

    def test_the_events_before_the_snapshot_come_before_it(self):
        self.panel.subscribe("ch*.level")
        self.poll()
        self.reload("count = 4", "count = 6")
        with self.desk.connect() as other:
            other.set("ch1.level", -6)
            other.set("ch2.level", -7)
        self.assertEqual([event.kind for event in self.poll()],
                         ["configReloaded", "valueChanged", "valueChanged", "snapshot"])

    def test_a_program_that_selects_events_has_the_snapshot_alone(self):
        for selected in (["valueChanged"], "valueChanged"):
            self.panel.subscribe("ch*.level", events=selected)
            self.poll()
            self.reload("default = 0.0", f"default = -{len(selected)}.0")
            self.assertEqual([event.kind for event in self.poll()], ["snapshot"])


class Waiting(unittest.TestCase):
    """A program that waits for more than the panel."""

    def setUp(self):
        self.desk = self.enterContext(Desk())
        self.panel = self.enterContext(self.desk.connect(name="test"))
        self.other = self.enterContext(self.desk.connect(name="other"))

    def subscribe(self, *match):
        self.panel.subscribe(match)
        [snapshot] = self.panel.poll(PATIENCE)
        self.assertEqual(snapshot.kind, "snapshot")
        return snapshot

    def has_work(self, seconds=0):
        return bool(select.select([self.panel], [], [], seconds)[0])

    def has_arrived(self, lines):
        """Waits until the panel has sent so many lines that are not read yet."""
        self.assertTrue(self.has_work(PATIENCE))
        self.assertTrue(wait_until(
            lambda: self.panel._socket.recv(65536, socket.MSG_PEEK).count(b"\n") == lines))

    def test_what_has_arrived_is_taken_without_waiting(self):
        self.assertEqual(self.panel.poll(), [])
        snapshot = self.subscribe("ch1.*")
        self.assertIn("ch1.level", snapshot.snapshot)
        self.assertEqual(self.panel.poll(), [])
        self.other.set("ch1.count", 1)
        self.other.set("ch2.count", 1)
        self.other.set("ch1.level", -6)
        self.assertEqual([(event.control, event.value) for event in self.poll(2)],
                         [("ch1.count", 1), ("ch1.level", -6)])

    def poll(self, count):
        """So many events, however many arrive at a time."""
        events = []
        while len(events) < count:
            events += self.panel.poll(PATIENCE)
        return events

    def test_select_waits_for_the_panel_and_for_what_came_while_it_was_asked(self):
        self.assertFalse(self.has_work())
        self.panel.subscribe("ch1.*")
        self.assertTrue(self.has_work())
        while not self.panel.poll():
            self.assertTrue(self.has_work(PATIENCE))
        self.assertFalse(self.has_work())
        self.other.set("ch1.count", 1)
        self.assertTrue(self.has_work(PATIENCE))
        # The event comes before the reply, and nothing is left in the socket.
        self.assertEqual(self.panel.get("ch1.count"), 1)
        self.assertTrue(self.has_work())
        self.assertEqual([event.value for event in self.panel.poll()], [1])
        self.assertFalse(self.has_work())

    def test_asyncio_calls_when_there_is_something(self):
        heard = []

        async def follow():
            enough = asyncio.get_running_loop().create_future()

            def take():
                heard.extend(self.panel.poll())
                if len(heard) == 3 and not enough.done():
                    enough.set_result(None)
            self.panel.subscribe("ch1.count")
            asyncio.get_running_loop().add_reader(self.panel, take)
            self.other.set("ch1.count", 1)
            while not heard:
                await asyncio.sleep(0)
            self.desk.restart()
            await asyncio.wait_for(enough, PATIENCE)
            asyncio.get_running_loop().remove_reader(self.panel)
        asyncio.run(follow())
        self.assertEqual([event.kind for event in heard], ["snapshot", "disconnected", "snapshot"])

    def test_a_panel_that_comes_back_wakes_the_program(self):
        self.subscribe("ch1.count")
        descriptor = self.panel.fileno()
        self.desk.end(9)
        self.assertTrue(self.has_work(PATIENCE))
        self.assertEqual([event.kind for event in self.panel.poll()], ["disconnected"])
        self.assertEqual(self.panel.poll(0.5), [])
        os.unlink(self.desk.path)
        self.desk.start()
        with self.desk.connect() as other:
            other.set("ch1.count", 42)
        events = []
        while not events:
            self.assertTrue(self.has_work(PATIENCE))
            events = self.panel.poll()
        self.assertEqual((events[0].kind, events[0].snapshot["ch1.count"]["value"]),
                         ("snapshot", 42))
        self.assertEqual(self.panel.fileno(), descriptor)

    def test_a_rejection_outlives_the_connection(self):
        self.subscribe("ch1.count")
        self.panel.tell("ch9.level", 1)
        self.panel.ping()
        self.desk.end(9)
        with self.assertRaises(glassfader.Disconnected):
            self.panel.ping()
        self.assertEqual([event.kind for event in self.panel.poll()], ["refused", "disconnected"])

    def test_a_request_that_connects_again_goes_on_with_a_snapshot(self):
        self.subscribe("ch1.count")
        self.assertFalse(self.has_work())
        self.desk.restart()
        self.panel.set("ch1.count", 3)
        self.assertTrue(self.has_work())
        [event] = self.panel.poll(PATIENCE)
        self.assertEqual((event.kind, event.snapshot["ch1.count"]["value"]), ("snapshot", 3))
        self.assertEqual(event.reason, "connected")

    def test_a_subscription_waits_without_work_while_the_panel_takes_nothing(self):
        self.assertFalse(self.has_work())
        with self.desk.hung():
            while select.select([], [self.panel._socket], [], 0)[1]:
                self.panel.plot({"x.scope": [0.123456] * 1000})
            self.panel.subscribe("ch1.count")
            self.assertFalse(self.has_work())
            self.assertEqual(self.panel.poll(), [])
            self.assertFalse(self.has_work())
        [snapshot] = self.panel.poll(PATIENCE)
        self.assertEqual(list(snapshot.snapshot), ["ch1.count"])
        self.assertFalse(self.has_work())

    def test_a_lost_connection_that_a_child_process_has_too_makes_no_work(self):
        self.subscribe("ch1.count")
        self.assertFalse(self.has_work())
        child = os.dup(self.panel._socket.fileno())
        self.addCleanup(os.close, child)
        self.desk.restart()
        self.assertEqual([event.kind for event in self.poll(2)], ["disconnected", "snapshot"])
        self.assertFalse(self.has_work())

    def test_every_loss_is_reported_also_after_a_request_has_reconnected(self):
        self.subscribe("ch1.count")
        for _ in range(3):
            self.desk.end(9)
            self.assertEqual([event.kind for event in self.panel.poll(PATIENCE)], ["disconnected"])
            os.unlink(self.desk.path)
            self.desk.start()
            self.panel.set("ch1.count", 3)
            self.assertEqual([event.kind for event in self.panel.poll(PATIENCE)], ["snapshot"])

    def test_without_reconnection_a_panel_that_stops_is_an_error(self):
        with self.desk.connect(reconnect=False) as panel:
            panel.subscribe()
            panel.poll(PATIENCE)
            self.desk.end(9)
            with self.assertRaises(glassfader.Disconnected):
                panel.poll(PATIENCE)

    def test_without_reconnection_the_error_comes_after_the_events_before_it(self):
        with self.desk.connect(reconnect=False) as panel:
            panel.subscribe("ch1.*")
            panel.poll(PATIENCE)
            self.other.set("ch1.level", -12)
            self.other.set("ch1.mute", 1)
            self.desk.end(15)
            events = []
            with self.assertRaises(glassfader.Disconnected):
                while True:
                    events += panel.poll(PATIENCE)
                    self.assertTrue(select.select([panel], [], [], 0)[0])
        self.assertEqual([(event.kind, event.value) for event in events],
                         [("valueChanged", -12), ("valueChanged", 1), ("bye", None)])

    def test_the_rejection_of_a_subscription_comes_after_the_events_before_it(self):
        with self.desk.hung():
            self.panel.tell("ch9.level", 1)
            self.panel.subscribe(max_rate_hz=1000)
            self.assertEqual(self.panel.poll(), [])
        self.has_arrived(lines=2)
        self.assertEqual([event.kind for event in self.panel.poll()], ["refused"])
        self.assertTrue(self.has_work())
        with self.assertRaisesRegex(glassfader.Refused, "max_rate_hz"):
            self.panel.poll()

    def test_a_subscription_that_cannot_be_is_rejected_once(self):
        self.panel.subscribe(max_rate_hz=1000)
        with self.assertRaisesRegex(glassfader.Refused, "max_rate_hz"):
            self.panel.poll(PATIENCE)
        self.assertEqual(self.panel.poll(), [])
        self.assertEqual(self.panel.get("ch1.count"), 0)
        with self.assertRaisesRegex(glassfader.Refused, "subscribe"):
            self.panel.subscribe(max_rate_hz=float("inf"))
        with self.assertRaisesRegex(glassfader.Refused, "65536"):
            self.panel.subscribe("x" * 65536)
        self.assertEqual(self.panel.poll(), [])

    def test_a_wait_without_a_subscription_is_an_error_and_not_for_ever(self):
        with self.assertRaisesRegex(glassfader.Error, "call subscribe"):
            self.panel.poll(None)

    def test_a_subscription_by_request_is_one_for_poll(self):
        self.other.set("ch1.count", 3)
        reply = self.panel.request("subscribe", match="ch1.count")
        self.assertEqual(reply["snapshot"]["ch1.count"]["value"], 3)
        self.other.set("ch1.count", 4)
        self.assertEqual([event.value for event in self.poll(1)], [4])
        self.desk.restart()
        self.assertEqual([event.kind for event in self.poll(2)], ["disconnected", "snapshot"])

    def test_a_subscription_ends(self):
        self.subscribe("ch1.count")
        self.other.set("ch1.count", 5)
        self.panel.unsubscribe()
        self.other.set("ch1.count", 6)
        self.panel.ping()
        self.assertEqual(self.panel.poll(), [])
        self.panel.unsubscribe()
        self.desk.end(9)
        with self.assertRaises(glassfader.Disconnected):
            self.panel.ping()
        self.panel.unsubscribe()

    def test_another_subscription_replaces_the_first(self):
        self.subscribe("ch1.count")
        self.other.set("ch1.count", 5)
        snapshot = self.subscribe("ch2.count")
        self.assertEqual(list(snapshot.snapshot), ["ch2.count"])
        self.other.set("ch1.count", 6)
        self.other.set("ch2.count", 7)
        self.assertEqual([event.control for event in self.poll(1)], ["ch2.count"])

    def test_a_motor_fader_hears_that_a_finger_has_taken_it(self):
        self.subscribe("ch3.level")
        gesture = self.panel.touch("began", ["ch3.level"])["ch3.level"]["gesture"]
        self.other.subscribe("ch3.level")
        [snapshot] = self.other.poll(PATIENCE)
        self.assertEqual(snapshot.snapshot["ch3.level"]["held"]["name"], "test")
        [control] = self.other.list("ch3.level")
        self.desk.put_down(control["frame"])
        try:
            lost, began = self.poll(2)
        finally:
            self.desk.lift()
        self.assertEqual((lost.phase, lost.reason, lost.gesture), ("cancelled", "touch", gesture))
        self.assertEqual((began.phase, began.source_kind), ("began", "touch"))


    def test_a_block_ends_as_ever_if_a_finger_has_taken_its_control(self):
        [control] = self.panel.list("ch3.level")
        with self.panel.hold("ch3.level"):
            self.desk.put_down(control["frame"])
            try:
                self.assertTrue(wait_until(
                    lambda: not self.panel.touch("began", "ch3.level")["ch3.level"]["applied"]))
            finally:
                self.desk.lift()


class Closing(unittest.TestCase):
    """A program that has closed its panel."""

    def setUp(self):
        self.desk = self.enterContext(Desk())
        self.panel = self.enterContext(self.desk.connect())

    def test_a_loop_over_the_events_ends(self):
        kinds = []
        for event in self.panel.events():
            kinds.append(event.kind)
            self.panel.close()
        self.assertEqual(kinds, ["snapshot"])

    def test_a_loop_over_the_events_ends_while_the_panel_is_gone(self):
        kinds = []
        for event in self.panel.events():
            kinds.append(event.kind)
            if event.kind == "snapshot":
                self.desk.end(9)
            else:
                self.panel.close()
        self.assertEqual(kinds, ["snapshot", "disconnected"])

    def test_every_other_call_is_an_error(self):
        events = self.panel.events()
        next(events)
        self.panel.fileno()
        self.panel.close()
        for call in (
                lambda: self.panel.get("ch1.level"),
                lambda: self.panel.tell("ch1.level", 1),
                lambda: self.panel.meters({"ch1.meter": [-6]}),
                lambda: self.panel.subscribe(),
                lambda: self.panel.poll(),
                lambda: next(self.panel.events())):
            with self.assertRaisesRegex(glassfader.Error, "is closed"):
                call()
        self.assertEqual(self.panel.fileno(), -1)
        self.assertTrue(self.panel.pending())
        self.assertEqual(list(events), [])
        self.panel.close()
        with self.desk.connect() as other:
            self.assertEqual(len(other.request("clients")["clients"]), 1)


class Interrupting(unittest.TestCase):
    """Signals, threads and child processes."""

    def setUp(self):
        self.desk = self.enterContext(Desk())

    def run_program(self, program, sent=None, *, after="ready"):
        """What a program prints, in lines. It is sent a signal once it has printed a word."""
        process = subprocess.Popen(
            [sys.executable, "-B", "-c", "import os, select, signal, sys, threading\n"
             "import glassfader\n" + textwrap.dedent(program)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "PYTHONPATH": Installing.folder, "PYTHONUNBUFFERED": "1",
                 "GLASSFADER_SOCKET": self.desk.path})
        self.addCleanup(process.kill)
        lines = []
        if sent:
            while after not in lines:
                line = process.stdout.readline()
                self.assertTrue(line, lines)
                lines.append(line.strip())
            # It is in the call by then; also if not, the result is the same.
            time.sleep(0.2)
            process.send_signal(sent)
        try:
            lines += process.communicate(timeout=PATIENCE)[0].splitlines()
        except subprocess.TimeoutExpired:
            self.fail(f"it does not end: {lines}")
        return lines

    def test_a_handler_that_closes_ends_a_loop(self):
        program = """
            panel = glassfader.Panel(timeout=60)
            signal.signal(signal.SIGTERM, lambda *_: panel.close())
            for event in panel.events("ch1.level"):
                print("ready" if event.kind == "snapshot" else event.kind)
            print("ended", panel.fileno())
        """
        self.assertEqual(self.run_program(program, signal.SIGTERM), ["ready", "ended -1"])

    def test_a_handler_that_closes_ends_a_loop_while_the_panel_is_gone(self):
        program = f"""
            panel = glassfader.Panel(timeout=60)
            signal.signal(signal.SIGTERM, lambda *_: panel.close())
            glassfader._RETRY_SECONDS = (60, 60)
            panel._retry_seconds = 60
            for event in panel.events("ch1.level"):
                print(event.kind)
                if event.kind == "snapshot":
                    os.kill({self.desk.process.pid}, signal.SIGKILL)
            print("ended")
        """
        self.assertEqual(self.run_program(program, signal.SIGTERM, after="disconnected"),
                         ["snapshot", "disconnected", "ended"])

    def test_a_thread_that_closes_ends_the_call_of_another(self):
        program = """
            def close_soon(panel):
                threading.Timer(0.3, panel.close).start()
                return panel
            for _ in close_soon(glassfader.Panel(timeout=60)).events("ch1.level"):
                pass
            print("ended")
            panel = close_soon(glassfader.Panel(timeout=60))
            panel.subscribe("ch1.level")
            try:
                while True:
                    panel.poll(None)
            except glassfader.Error as error:
                print(error)
        """
        self.assertEqual(self.run_program(program),
                         ["ended", "the panel is closed: close() was called"])

    def test_a_request_in_a_handler_is_an_error_and_not_taken_for_another(self):
        program = """
            panel = glassfader.Panel(timeout=60)
            def handle(*_):
                try:
                    panel.set("ch1.level", -20)
                except glassfader.Error as error:
                    print(error)
                os.kill(os.getpid(), signal.SIGTERM)
            signal.signal(signal.SIGUSR1, handle)
            signal.signal(signal.SIGTERM, lambda *_: panel.close())
            for event in panel.events("ch1.level"):
                print("ready")
        """
        lines = self.run_program(program, signal.SIGUSR1)
        self.assertEqual(lines[0], "ready")
        self.assertIn("let a handler only set a flag", lines[1])

    def test_a_call_of_another_thread_is_an_error_while_one_is_in_progress(self):
        with self.desk.connect() as panel, self.desk.connect() as other:
            events = panel.events("ch1.count")
            next(events)
            heard = []
            thread = threading.Thread(target=lambda: heard.append(next(events).value))
            thread.start()
            self.assertTrue(wait_until(lambda: panel._user))
            for call in (lambda: panel.get("ch1.count"), lambda: panel.feedback("ch1.count", 1),
                         lambda: panel.poll(), lambda: panel.subscribe()):
                with self.assertRaisesRegex(glassfader.Error, "make a Panel for each thread"):
                    call()
            other.set("ch1.count", 6)
            thread.join(PATIENCE)
            self.assertEqual(heard, [6])
            # One after the other is no problem.
            self.assertEqual(panel.get("ch1.count"), 6)

    def test_an_error_of_a_handler_leaves_no_half_line(self):
        program = f"""
            class Alarm(Exception):
                pass
            def alarm(*_):
                raise Alarm
            panel = glassfader.Panel(timeout=60)
            panel.ping()
            signal.signal(signal.SIGALRM, alarm)
            os.kill({self.desk.process.pid}, signal.SIGSTOP)
            signal.setitimer(signal.ITIMER_REAL, 0.5)
            try:
                while True:
                    panel.plot({{"x.scope": [0.123456] * 4096}})
            except Alarm:
                print("alarm")
            os.kill({self.desk.process.pid}, signal.SIGCONT)
            print(panel.set("ch1.count", 5)["value"], panel.poll())
        """
        self.assertEqual(self.run_program(program), ["alarm", "5.0 []"])

    def test_a_child_that_closes_does_not_make_its_parent_deaf(self):
        program = """
            panel, other = glassfader.Panel(timeout=60), glassfader.Panel(timeout=60)
            panel.subscribe("ch1.count")
            print([event.kind for event in panel.poll(60)])
            if not os.fork():
                try:
                    panel.get("ch1.count")
                except glassfader.Error as error:
                    print(error)
                panel.close()
                os._exit(0)
            os.wait()
            other.set("ch1.count", 5)
            print(bool(select.select([panel], [], [], 60)[0]))
            print([event.value for event in panel.poll(60)], panel.get("ch1.count"))
        """
        lines = self.run_program(program)
        self.assertIn("make a Panel in this one", lines[1])
        self.assertEqual([lines[0], *lines[2:]], ["['snapshot']", "True", "[5.0] 5.0"])

    def test_a_panel_that_is_gone_does_not_end_the_program_by_a_signal(self):
        program = """
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            panel = glassfader.Panel(timeout=60)
            panel.request("bye")
            select.select([panel._socket], [], [], 60)
            panel.feedback("ch1.count", 3)
            print(panel.get("ch1.count"))
        """
        self.assertEqual(self.run_program(program), ["3.0"])


class Installing(unittest.TestCase):
    """The client as a package."""

    folder = os.path.join(ROOT, "Sources/Clients/python")

    def test_pip_installs_it_from_the_checkout_without_a_network(self):
        missing = [name for name in ("pip", "setuptools", "wheel")
                   if not importlib.util.find_spec(name)]
        if missing:
            self.skipTest(f"there is no {' and no '.join(missing)} for {sys.executable}")
        place = self.enterContext(tempfile.TemporaryDirectory(prefix="glassfader-"))
        # A build leaves folders beside the source.
        source, target = os.path.join(place, "source"), os.path.join(place, "target")
        shutil.copytree(self.folder, source, ignore=shutil.ignore_patterns("__pycache__", "build"))
        pip = subprocess.run(
            [sys.executable, "-m", "pip", "install", "--no-index", "--no-build-isolation",
             "--disable-pip-version-check", "--target", target, source],
            capture_output=True, text=True)
        self.assertEqual(pip.returncode, 0, pip.stdout + pip.stderr)
        self.assertEqual(sorted(name for name in os.listdir(target) if name != "__pycache__"),
                         [f"glassfader-{glassfader.__version__}.dist-info", "glassfader.py"])
        with Desk() as desk:
            program = subprocess.run(
                [sys.executable, "-c", "import glassfader; print(glassfader.__file__);"
                 "print(glassfader.Panel().hello['panel'])"],
                env={"PYTHONPATH": target, "GLASSFADER_SOCKET": desk.path}, cwd=place,
                capture_output=True, text=True)
        self.assertEqual(program.stdout.split(), [os.path.join(target, "glassfader.py"), "desk"],
                         program.stderr)

    def test_its_version_is_that_of_the_panel(self):
        with open(os.path.join(ROOT, "Sources/PanelProtocol/Version.swift")) as file:
            [version] = re.findall(r'current = "(.*)"', file.read())
        self.assertEqual(glassfader.__version__, version)


class ComingBack(unittest.TestCase):
    """A panel that goes and comes back."""

    def setUp(self):
        self.desk = self.enterContext(Desk())

    def test_after_a_crash_the_values_are_told_again(self):
        with self.desk.connect() as panel:
            panel.set("ch1.count", 42)
            events = panel.events("ch1.count")
            self.assertEqual(next(events).snapshot["ch1.count"]["value"], 42)
            self.desk.restart()
            self.assertEqual(next(events).kind, "disconnected")
            event = next(events)
            self.assertEqual((event.kind, event.snapshot["ch1.count"]["value"]), ("snapshot", 0))
            with self.desk.connect() as other:
                other.set("ch1.count", 7)
            self.assertEqual(next(events).value, 7)

    def test_a_panel_that_stops_says_so_first(self):
        with self.desk.connect(reconnect=False) as panel:
            events = panel.events()
            next(events)
            self.desk.end(15)
            self.assertEqual(next(events).raw, {"event": "bye", "reason": "shutdown"})
            with self.assertRaises(glassfader.Disconnected):
                next(events)

    def test_what_is_asked_after_a_crash_is_asked_again(self):
        with self.desk.connect() as panel:
            self.desk.restart()
            self.assertEqual(panel.set("ch1.count", 5)["value"], 5)
            self.desk.restart()
            with self.assertRaises(glassfader.Disconnected):
                panel.set("ch1.count", delta=1)
            self.assertEqual(panel.set("ch1.count", delta=1)["value"], 1)
            self.desk.restart()
            panel.feedback("ch1.count", 8)
            self.assertTrue(wait_until(lambda: panel.get("ch1.count") == 8))

    def test_a_touch_is_lost_with_its_connection(self):
        with self.desk.connect() as panel:
            panel.touch("began", ["ch1.level"])
            self.desk.restart()
            with self.assertRaises(glassfader.Disconnected):
                panel.touch("changed", {"ch1.level": {"norm": 0.5}})
            result = panel.touch("ended", ["ch1.level"])["ch1.level"]
            self.assertEqual(result["reason"], "not-held")

    def test_a_block_whose_connection_was_lost_ends_with_an_error(self):
        with self.desk.connect() as panel:
            with self.assertRaisesRegex(glassfader.Disconnected, "ch1.talk was held"):
                with panel.hold("ch1.talk"):
                    self.desk.restart()
                    # It connects again, and nobody holds the key.
                    self.assertEqual(panel.get("ch1.talk"), 0)

    def test_without_reconnection_a_lost_connection_stays_lost(self):
        with self.desk.connect(reconnect=False) as panel:
            panel.subscribe("ch1.*")
            panel.poll(PATIENCE)
            self.desk.restart()
            for call in (
                    lambda: panel.get("ch1.level"),
                    lambda: panel.get("ch1.level"),
                    lambda: panel.tell("ch1.level", 1),
                    lambda: panel.poll(PATIENCE),
                    lambda: next(panel.events())):
                with self.assertRaises(glassfader.Disconnected):
                    call()
            self.assertTrue(select.select([panel], [], [], PATIENCE)[0])

    def test_a_program_that_asks_while_it_listens_goes_on_hearing(self):
        with self.desk.connect() as panel:
            events = panel.events("ch1.count")
            next(events)
            self.desk.restart()
            panel.set("ch2.count", 1)
            with self.desk.connect() as other:
                other.set("ch1.count", 9)
            self.assertTrue(panel.pending())
            event = next(events)
            self.assertEqual((event.kind, event.snapshot["ch1.count"]["value"]), ("snapshot", 9))
            with self.desk.connect() as other:
                other.set("ch1.count", 10)
            self.assertEqual(next(events).value, 10)

    def test_a_panel_that_is_not_there_is_an_error_that_names_the_socket(self):
        with self.assertRaises(glassfader.Disconnected) as error:
            glassfader.Panel(self.desk.path + ".none")
        self.assertIn(f"no panel at {self.desk.path}.none: start glassfaderd", str(error.exception))
        self.assertIn("$GLASSFADER_SOCKET", str(error.exception))
        start = time.monotonic()
        with self.assertRaises(glassfader.Disconnected):
            glassfader.Panel(self.desk.path + ".none", wait=0.5)
        self.assertGreaterEqual(time.monotonic() - start, 0.5)

    def test_a_program_waits_for_a_panel_that_comes_later(self):
        path = self.desk.path + ".late"
        threading.Timer(0.4, os.symlink, [self.desk.path, path]).start()
        with glassfader.Panel(path, timeout=PATIENCE, wait=None) as panel:
            self.assertEqual(panel.hello["panel"], "desk")

    @unittest.skipUnless(os.getuid() == 0, "only root may become somebody else")
    def test_a_socket_without_permission_says_who_has_it(self):
        os.chmod(self.desk.folder, 0o711)
        os.chown(self.desk.path, 0, 1)
        os.chmod(self.desk.path, 0o660)
        program = "import glassfader\ntry: glassfader.Panel()\n" \
            "except glassfader.Disconnected as error: print(error)"
        said = subprocess.run(
            [sys.executable, "-B", "-c", program], capture_output=True, text=True, cwd="/",
            user=65534, group=65534, extra_groups=[],
            env={"PYTHONPATH": self.copy(), "GLASSFADER_SOCKET": self.desk.path})
        self.assertIn("owned by root and the group daemon: join the group", said.stdout,
                      said.stderr)

    def copy(self):
        """A folder with the client that everybody may read."""
        folder = self.enterContext(tempfile.TemporaryDirectory(prefix="glassfader-"))
        os.chmod(folder, 0o755)
        shutil.copy(os.path.join(Installing.folder, "glassfader.py"), folder)
        os.chmod(os.path.join(folder, "glassfader.py"), 0o644)
        return folder


class Hanging(unittest.TestCase):
    """A panel that does nothing for a while."""

    def setUp(self):
        self.desk = self.enterContext(Desk())

    def takes(self, seconds, call):
        """Whether a call fails after so many seconds. A busy host takes longer, but not twice."""
        start = time.monotonic()
        with self.assertRaises(glassfader.Disconnected):
            call()
        self.assertGreaterEqual(time.monotonic() - start, seconds)
        self.assertLess(time.monotonic() - start, 1.9 * seconds)

    def test_a_request_takes_no_longer_than_its_time(self):
        with self.desk.connect(timeout=2) as panel, self.desk.hung():
            self.takes(2, lambda: panel.get("ch1.level"))
            # It connects again, and waits for the greeting.
            self.takes(2, lambda: panel.get("ch1.level"))

    def test_a_call_without_a_reply_takes_no_longer_than_its_time(self):
        def send_without_end():
            while True:
                panel.plot({"x.scope": [0.123456] * 1000})

        with self.desk.connect(timeout=2) as panel:
            with self.desk.hung():
                self.takes(2, send_without_end)
                self.takes(2, lambda: panel.feedback("ch1.count", 1))
            panel.feedback("ch1.count", 7)
            self.assertEqual(panel.get("ch1.count"), 7)

    def test_a_request_that_comes_before_the_greeting_waits_for_it(self):
        with self.desk.connect(name="test") as panel:
            panel.subscribe("ch1.count")
            self.assertEqual([event.kind for event in panel.poll(PATIENCE)], ["snapshot"])
            self.desk.restart()
            self.assertEqual([event.kind for event in panel.poll(PATIENCE)], ["disconnected"])
            with self.desk.hung():
                self.assertEqual(panel.poll(0.5), [])
            clients = panel.request("clients")["clients"]
            self.assertEqual([client.get("name") for client in clients], ["test"])
            self.assertEqual([event.kind for event in panel.poll(PATIENCE)], ["snapshot"])


class Repeating(unittest.TestCase):
    """A panel that executes each request, and loses the connection before the reply."""

    def setUp(self):
        folder = self.enterContext(tempfile.TemporaryDirectory(prefix="glassfader-"))
        self.executed = []
        self.server = self.enterContext(socket.socket(socket.AF_UNIX))
        self.server.bind(os.path.join(folder, "panel.sock"))
        self.server.listen()
        threading.Thread(target=self.serve, daemon=True).start()
        self.panel = self.enterContext(
            glassfader.Panel(self.server.getsockname(), timeout=PATIENCE))

    def serve(self):
        try:
            while True:
                connection, _ = self.server.accept()
                with connection, connection.makefile("rw") as stream:
                    print(json.dumps({"hello": {"protocol": 1}}), file=stream, flush=True)
                    greeting = json.loads(stream.readline())
                    print(json.dumps({"id": greeting["id"], "ok": {}}), file=stream, flush=True)
                    self.executed.append(json.loads(stream.readline()))
        except (OSError, ValueError):
            pass

    def count(self, call, *arguments, **fields):
        """How often a call is executed."""
        self.executed.clear()
        with self.assertRaises(glassfader.Disconnected):
            call(*arguments, **fields)
        return len(self.executed)

    def test_a_step_or_a_removal_is_executed_once(self):
        for call in (
                lambda: self.panel.set("ch1.level", delta=1),
                lambda: self.panel.set("ch1.level", delta_norm=0.1),
                lambda: self.panel.batch({"ch1.level": 1}),
                lambda: self.panel.touch("began", ["ch1.level"]),
                lambda: self.panel.page("next"),
                lambda: self.panel.page("prev"),
                lambda: self.panel.spill("dca1", toggle=True),
                lambda: self.panel.unlink("drums"),
                lambda: self.panel.undo(),
                lambda: self.panel.redo(),
                lambda: self.panel.request("scene", op="delete", name="a"),
                lambda: self.panel.request("screenshot", offset=4096),
                lambda: self.panel.request("something-new")):
            self.assertEqual(self.count(call), 1, self.executed)
        for action in ("increment", "decrement", "activate"):
            self.assertEqual(self.count(
                self.panel.request, "accessibility", control="ch1.mute", action=action), 1, action)

    def test_what_has_the_same_result_twice_is_repeated_once(self):
        for call in (
                lambda: self.panel.get("ch1.level"),
                lambda: self.panel.set("ch1.level", 1),
                lambda: self.panel.page("main"),
                lambda: self.panel.spill("dca1"),
                lambda: self.panel.link("drums", ["ch1.level", "ch2.level"]),
                lambda: self.panel.lock(),
                lambda: self.panel.screenshot(),
                lambda: self.panel.request("scene", op="recall", name="a")):
            self.assertEqual(self.count(call), 2, self.executed)


class NoPanel(unittest.TestCase):
    """What listens at the socket is something else."""

    busy = b'{"id":null,"error":{"code":"busy","message":"32 connections"}}'

    def setUp(self):
        self.connections = []

    def serve(self, *lines, closes=False, last=b""):
        """Somebody who says these lines to whoever connects, and then nothing, or closes."""
        folder = self.enterContext(Desk()).folder
        path = os.path.join(folder, "other.sock")
        server = self.enterContext(socket.socket(socket.AF_UNIX))
        server.bind(path)
        server.listen()
        open_connections = []
        self.addCleanup(lambda: [connection.close() for connection in open_connections])

        def run():
            try:
                while True:
                    connection, _ = server.accept()
                    open_connections.append(connection)
                    self.connections.append(connection)
                    connection.sendall(b"".join(line + b"\n" for line in lines))
                    if closes:
                        # After the request of the greeting.
                        connection.recv(4096)
                        connection.sendall(last)
                        connection.close()
            except OSError:
                pass
        threading.Thread(target=run, daemon=True).start()
        return path

    def test_what_is_not_json_is_no_panel(self):
        for line in (b"SSH-2.0-OpenSSH_9.2", b"[1]", b'{"QMP":{}}'):
            with self.assertRaisesRegex(glassfader.Error, "not a panel"):
                glassfader.Panel(self.serve(line))

    def test_a_greeting_of_another_kind_is_no_panel(self):
        for line in (b'{"hello":1}', b'{"hello":{"limits":null}}', b'{"error":"busy"}',
                     b'{"hello":{"limits":{"line_bytes":"many"}}}', b"[" * 100000):
            with self.assertRaisesRegex(glassfader.Error, "the socket of a panel"):
                glassfader.Panel(self.serve(line))

    def test_a_reply_or_an_event_of_another_kind_is_no_panel(self):
        hello = b'{"hello":{}}', b'{"id":1,"ok":{}}'
        for line in (b'{"id":2}', b'{"id":2,"ok":null}', b'{"id":2,"ok":{}}',
                     b'{"id":2,"error":null}', b'{"event":"valueChanged","source":null}',
                     b'{"event":"effectiveChanged","effective":{"norm":1}}'):
            with glassfader.Panel(self.serve(*hello, line), timeout=PATIENCE) as panel, \
                    self.assertRaisesRegex(glassfader.Error, "the socket of a panel"):
                panel.get("ch1.level")
        for reply in (b'{"id":2,"ok":{}}', b'{"id":2,"ok":{"snapshot":{"ch1.level":-6}}}',
                      b'{"id":2,"ok":{"snapshot":null}}'):
            with glassfader.Panel(self.serve(*hello, reply), timeout=PATIENCE) as panel, \
                    self.assertRaisesRegex(glassfader.Error, "the socket of a panel"):
                panel.subscribe()
                panel.poll(PATIENCE)

    def test_an_error_without_words_has_its_code(self):
        with self.assertRaisesRegex(glassfader.Refused, "busy"):
            glassfader.Panel(self.serve(b'{"error":{"code":"busy","message":null,"near":null}}'))

    def test_a_program_that_was_too_slow_is_told_so(self):
        path = self.serve(b'{"hello":{}}', b'{"id":1,"ok":{}}',
                          b'{"event":"bye","reason":"stalled"}', closes=True)
        for call in (lambda panel: panel.undo(), lambda panel: panel.feedback("ch1.level", 0)):
            with glassfader.Panel(path, timeout=PATIENCE, reconnect=False) as panel:
                self.assertTrue(wait_until(lambda: panel._wait(panel._socket, 0, 1)))
                with self.assertRaisesRegex(glassfader.Disconnected, "has read nothing for 30 s"):
                    call(panel)

    def test_a_program_that_was_too_slow_is_told_so_also_if_there_was_no_room_for_it(self):
        path = self.serve(b'{"hello":{}}', b'{"id":1,"ok":{}}', closes=True,
                          last=b'{"event":"valueChanged"}\n{"event":')
        with glassfader.Panel(path, timeout=PATIENCE, reconnect=False) as panel:
            self.assertTrue(wait_until(lambda: panel._wait(panel._socket, 0, 1)))
            panel._read_time -= glassfader._STALL_SECONDS
            with self.assertRaisesRegex(glassfader.Disconnected, "has read nothing for 30 s"):
                panel.undo()
        with glassfader.Panel(path, timeout=PATIENCE, reconnect=False) as panel:
            self.assertTrue(wait_until(lambda: panel._wait(panel._socket, 0, 1)))
            with self.assertRaisesRegex(glassfader.Disconnected, "has stopped or was restarted"):
                panel.undo()

    def test_what_greets_and_closes_is_not_connected_to_all_the_time(self):
        path = self.serve(b'{"hello":{}}', b'{"id":1,"ok":{}}', closes=True)
        for follow in (self.poll, self.loop):
            with glassfader.Panel(path, timeout=PATIENCE) as panel:
                self.connections.clear()
                follow(panel, time.monotonic() + 1.5)
            # After 0.1, 0.3, 0.7 and 1.5 seconds; without a pause that grows, there were 15.
            self.assertLess(len(self.connections), 7)

    @staticmethod
    def poll(panel, end):
        panel.subscribe()
        while time.monotonic() < end:
            panel.poll(0.1)

    @staticmethod
    def loop(panel, end):
        threading.Timer(end - time.monotonic(), panel.close).start()
        for _ in panel.events():
            pass

    def test_what_has_replaced_the_panel_is_an_error_of_each_poll(self):
        desk = self.enterContext(Desk())
        with desk.connect() as panel:
            panel.subscribe()
            panel.poll(PATIENCE)
            desk.end(9)
            self.assertEqual([event.kind for event in panel.poll(PATIENCE)], ["disconnected"])
            panel.path = self.serve(b"SSH-2.0-OpenSSH_9.2", b"no more")
            for _ in range(2):
                with self.assertRaisesRegex(glassfader.Error, "not a panel: b'SSH"):
                    panel.poll(PATIENCE)
            # The panel is back.
            panel.path = desk.path
            os.unlink(desk.path)
            desk.start()
            self.assertEqual([event.kind for event in panel.poll(PATIENCE)], ["snapshot"])

    def test_silence_ends_after_a_while(self):
        with self.assertRaisesRegex(glassfader.Disconnected, "no reply"):
            glassfader.Panel(self.serve(), timeout=0.2)

    def test_a_panel_that_is_full_says_so(self):
        with self.assertRaises(glassfader.Refused) as refused:
            glassfader.Panel(self.serve(self.busy))
        self.assertEqual(refused.exception.code, "busy")

    def test_a_loop_over_events_waits_until_a_panel_is_not_full(self):
        desk = self.enterContext(Desk())
        with desk.connect() as panel:
            events = panel.events()
            next(events)
            desk.end(9)
            panel.path = self.serve(self.busy)
            with self.assertRaises(glassfader.Refused):
                panel.ping()
            self.assertEqual(next(events).kind, "disconnected")
            panel.path = desk.path
            os.unlink(desk.path)
            desk.start()
            self.assertEqual(next(events).kind, "snapshot")


if __name__ == "__main__":
    unittest.main()
