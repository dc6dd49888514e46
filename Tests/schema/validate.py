"""Validates panel files by the JSON Schema that the tool prints, and has it refuse mistakes.

usage: validate.py SCHEMA FILE...
"""

import copy
import json
import sys
import tomllib

import jsonschema


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    validator_class = jsonschema.validators.validator_for(schema)
    validator_class.check_schema(schema)
    validator = validator_class(schema)
    problems = []
    for path in sys.argv[2:]:
        with open(path, "rb") as file:
            panel = tomllib.load(file)
        problems += [f"{path}: {problem(error)}" for error in validator.iter_errors(panel)]
    problems += [
        f"rejected: {name}: {problem(error)}"
        for name, panel in bound() for error in validator.iter_errors(panel)
    ]
    problems += [
        f"accepted: {name}" for name, panel in mistakes() if validator.is_valid(panel)
    ]
    print("\n".join(problems))
    sys.exit(1 if problems else 0)


def problem(error):
    place = "/".join(str(part) for part in error.absolute_path)
    return f"{place}: {error.message[:200]}"


def panel_of_one_control():
    """A panel without mistakes."""
    control = {"id": "a", "type": "knob"}
    return {"pages": [{"id": "p", "strips": [{"id": "s", "controls": [control]}]}]}


def bound():
    """Panels that say something to bridges, by what it is."""
    good = panel_of_one_control()
    yield "a table of a bridge", good | {"bridges": {"osc": {
        "send": ["127.0.0.1:3819"], "port": 9000, "push": True, "names": {"a": "b"}}}}
    strip = good["pages"][0]["strips"][0]
    strip["bind"] = strip["controls"][0]["bind"] = {"osc": "/ch/{n:02}", "midi": "cc 7"}
    yield "a bind", good


def mistakes():
    """Panels with one mistake each, by its name."""
    good = panel_of_one_control()
    yield "a panel without pages", {}
    for name, option in [
        ("an unknown key", {"lable": "x"}),
        ("a number as a text", {"label": 7}),
        ("a number out of range", {"acceleration": 5}),
        ("an unknown word", {"mode": "sideways"}),
        ("an unknown type", {"type": "theremin"}),
        ("a fraction of a whole number", {"lamps": 4.5}),
        ("an option of another type", {"curvaceousness": 1}),
        ("too short a place", {"at": [1, 2, 3]}),
        ("a bind that is a text", {"bind": "/ch/01"}),
        ("a bind to a number", {"bind": {"midi": 7}}),
    ]:
        panel = copy.deepcopy(good)
        panel["pages"][0]["strips"][0]["controls"][0].update(option)
        yield name, panel
    for section, option in [
        ("display", {"rotate": 45}), ("display", {"dim": {"brightness": 5}}),
        ("input", {"min_frames": 11}), ("socket", {"path": "x" * 200}),
        ("state", {"restore": "never"}), ("theme", {"base": "pink"}),
        ("bridges", {"osc": "127.0.0.1"}), ("bridges", {"osc": {"a": {"b": {"c": 1}}}}),
    ]:
        yield f"{option} in [{section}]", good | {section: option}


main()
