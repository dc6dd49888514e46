import Foundation
import PanelProtocol
import Testing

struct ProtocolExampleTests {
    @Test func `every example of a request is parsed`() throws {
        for example in try ProtocolExample.all() where example.isFromClient {
            let command = try #require(example.message["cmd"] as? String)
            #expect(Request.commands.contains(command))
            let id = try Request(line: example.line, number: 1).id
            #expect(id == (example.message["id"] as? Int64).map(RequestID.integer))
        }
    }

    @Test func `requests are parsed as the examples describe`() throws {
        var fade = SetRequest(control: "master.level", change: .value(.number(-60)))
        fade.fade = .seconds(3)
        var feedback = SetRequest(control: "ch1.level", change: .value(.number(-3)))
        feedback.isFeedback = true
        var subscription = Subscription()
        subscription.events = [
            .valueChanged, .pageChanged, .locked, .sceneRecalled, .configReloaded,
        ]
        subscription.match = [Glob("ch*.level"), Glob("ch*.mute")]
        subscription.phases = [.began, .changed, .ended, .cancelled]

        let expected: [String: Request.Command] = [
            "optional identification": .hello(name: "ardour-bridge"),
            "introspection": .list(match: [Glob("ch1.*")]),
            "get": .get(control: "ch1.level"),
            "subscribe with filter": .subscribe(subscription),
            "set (intent": .set(SetRequest(control: "ch1.level", change: .value(.number(-3.04)))),
            "set by norm": .set(SetRequest(control: "ch1.level", change: .delta(.number(-1)))),
            "feedback": .set(feedback),
            "set while a finger": .set(
                SetRequest(control: "ch1.level", change: .value(.number(-20)))),
            "animated set": .set(fade),
            "ping": .ping,
            "transaction": .batch(
                BatchRequest([
                    SetRequest(control: "ch1.level", change: .value(.number(-6))),
                    SetRequest(control: "ch2.level", change: .value(.number(-6))),
                    SetRequest(control: "ch1.mute", change: .value(.number(0))),
                ])),
            "link two channels": .link(
                LinkRequest(
                    name: "link12", controls: ["ch1.level", "ch2.level"], mode: .relative,
                    in: .norm)),
            "pages": .page("dyn"),
            "lock": .lock(LockRequest(isOn: true, except: [Glob("master.mute")])),
            "scene recall": .scene(
                .recall(name: "verse", match: [Glob("*")], fade: .seconds(1), except: [])),
        ]
        // And the one that shows levels.
        #expect(try expected.count + 1 == ProtocolExample.all().count(where: \.isFromClient))
        for (name, command) in expected {
            let message = try ProtocolExample.named(name)
            let line = try JSONSerialization.data(withJSONObject: message)
            #expect(try Request(line: ArraySlice(line), number: 1).command == command)
        }
    }

    @Test func `levels match the example`() throws {
        let example = try #require(
            try ProtocolExample.all().first { $0.name.hasPrefix("meters: no id") })
        let request = try Request(line: example.line, number: 1)
        guard case .meters(let levels) = request.command else {
            Issue.record("not levels")
            return
        }
        #expect(request.id == nil)
        #expect(
            levels.sorted { $0.control < $1.control } == [
                MeterLevels(control: "ch1.meter", decibels: [-18.2, -17.9]),
                MeterLevels(control: "ch2.meter", decibels: [-31, -90]),
            ])
    }

    @Test func `the greeting matches the example`() throws {
        let hello = Hello(
            version: "0.1.0",
            features: ["batch", "groups", "meters", "pages", "scenes", "lock", "display"],
            panel: "foh", client: "c7", generation: 3)
        #expect(try parsed(hello.write) == ProtocolExample.named("greeting"))
    }

    @Test func `replies match the examples`() throws {
        let level = ControlState(
            value: .number(-6), norm: .number(0.6), gain: 0.501187, text: "-6.0 dB")
        let three = ControlState(value: .number(-3), norm: .number(0.675))
        let touched = ControlState(value: .number(-5.2), norm: .number(0.62))
        let mute = ControlState(value: .number(0), norm: .number(0))
        let replies: [(String, Int64, Reply)] = [
            ("ok reply", 1, .hello(client: "c7", name: "ardour-bridge")),
            ("get reply", 3, .get(control: "ch1.level", state: level, sequence: 812)),
            (
                "reply has the APPLIED", 5,
                .set(SetResult(control: "ch1.level", state: three), sequence: 820)
            ),
            (
                "touch wins", 7,
                .set(
                    SetResult(control: "ch1.level", state: touched, reason: "touched"),
                    sequence: 821)
            ),
            (
                "pong", 14,
                .ping(
                    time: .microseconds(98_130_000_000), sequence: 824,
                    uptime: .milliseconds(5_120_330))
            ),
        ]
        for (name, id, reply) in replies {
            let written = try parsed { reply.write(id: .integer(id), to: &$0) }
            #expect(try written == ProtocolExample.named(name))
        }

        let results = [("ch1.level", -6.0), ("ch2.level", -6), ("ch1.mute", 0)].map {
            SetResult(
                control: $0.0,
                state: ControlState(value: .number($0.1), norm: .number($0.1)))
        }
        let batch = Reply.panel(.batch(transaction: 20, results), sequence: 824)
        #expect(
            try parsed { batch.write(id: .integer(9), to: &$0) }
                == ProtocolExample.named("batch reply"))

        var plain = level
        plain.text = nil
        let snapshot = Snapshot(
            sequence: 812, controls: [("ch1.level", plain), ("ch1.mute", mute)])
        let subscribed = try parsed {
            Reply.subscribe(subscription: 1, snapshot).write(id: .integer(4), to: &$0)
        }
        #expect(try subscribed == ProtocolExample.named("subscription reply"))
    }

    @Test func `the controls of a list have the members of the example`() throws {
        let message = try ProtocolExample.named("introspection reply")
        let controls = try #require(
            (message["ok"] as? NSDictionary)?["controls"] as? [NSDictionary])

        var level = ControlInfo(
            control: "ch1.level", type: "slider", label: "Vox", access: .readWrite)
        level.page = "main"
        level.unit = "dB"
        level.minimum = -90
        level.maximum = 10
        level.minimumIsOff = true
        level.defaultValue = .number(0)
        level.step = 0.1
        level.taper = "x32"
        level.detents = [0]
        level.settings = [.init("orientation", .text("vertical"))]
        level.group = "link12"
        level.state = ControlState(
            value: .number(-6), norm: .number(0.6), gain: 0.501187, text: "-6.0 dB")

        var gate = ControlInfo(
            control: "ch1.gate", type: "range", label: "Gate", access: .readWrite)
        gate.page = "dyn"
        gate.unit = "dB"
        gate.minimum = -60
        gate.maximum = 0
        gate.step = 0.5
        gate.taper = "db_linear"
        gate.settings = [.init("min_gap", .number(6))]
        gate.parts = ["low", "high"]
        gate.state = ControlState(
            value: .range(low: -48, high: -24), norm: .range(low: 0.2, high: 0.6))

        var pad = ControlInfo(control: "fx.xy", type: "xy", label: "FX", access: .readWrite)
        pad.page = "fx"
        pad.parts = ["x", "y"]
        pad.axes = [
            AxisInfo(part: "x", minimum: 20, maximum: 20_000, unit: "Hz", taper: "log"),
            AxisInfo(part: "y", minimum: 0, maximum: 1, unit: "", taper: "linear"),
        ]
        pad.state = ControlState(
            value: .parts([.init("x", 632.46), .init("y", 0.5)]),
            norm: .parts([.init("x", 0.5), .init("y", 0.5)]))

        var meter = ControlInfo(
            control: "ch1.meter", type: "meter", label: "", access: .writeOnly)
        meter.page = "main"
        meter.meter = MeterInfo(
            channels: 2, scale: "iec60268_18", holdTime: .milliseconds(1500), falloff: 20)

        let written = try parsed {
            Reply.list(generation: 3, controls: [level, gate, pad, meter]).write(
                id: .integer(2), to: &$0)
        }
        let list = try #require((written["ok"] as? NSDictionary)?["controls"] as? [NSDictionary])
        #expect(list == [controls[0], controls[2], controls[3], controls[4]])
    }

    @Test func `events match the examples`() throws {
        func state(_ value: Double, _ norm: Double, _ gain: Double? = nil) -> ControlState {
            ControlState(value: .number(value), norm: .number(norm), gain: gain)
        }
        let began = ValueChanged(
            control: "ch1.level", state: state(-6, 0.6, 0.501187), phase: .began, gesture: 41,
            source: .touch(slot: 0), time: .microseconds(98_123_456_789))
        let moved = ValueChanged(
            control: "ch1.level", state: state(-5.2, 0.62, 0.549541), phase: .changed, gesture: 41,
            source: .touch(slot: 0), time: .microseconds(98_123_473_455))
        let linked = ValueChanged(
            control: "ch2.level", state: state(-8.2, 0.545, 0.389045), phase: .changed,
            gesture: 41, source: .link(of: "ch1.level"), transaction: 19,
            time: .microseconds(98_123_473_455))
        let ended = ValueChanged(
            control: "ch1.level", state: state(-5, 0.625, 0.562341), phase: .ended, gesture: 41,
            source: .touch(slot: 0), time: .microseconds(98_123_990_121))
        let cancelled = ValueChanged(
            control: "ch1.level", state: state(-6, 0.6, 0.501187), phase: .cancelled, gesture: 42,
            reason: .page, source: .touch(slot: 1), time: .microseconds(98_124_990_121))
        let muted = ValueChanged(
            control: "ch1.mute", state: state(1, 1), phase: .set, source: .touch(slot: 0),
            time: .microseconds(98_125_990_121))
        let gate = ValueChanged(
            control: "ch1.gate",
            state: ControlState(
                value: .range(low: -48, high: -20), norm: .range(low: 0.2, high: 2.0 / 3)),
            part: "high", phase: .changed, gesture: 43, source: .touch(slot: 0),
            time: .microseconds(98_126_990_121))
        let set = ValueChanged(
            control: "ch1.level", state: state(-3, 0.675, 0.707946), phase: .set,
            source: .client("c7", name: "ardour-bridge"), time: .microseconds(98_127_990_121))

        let events: [(String, Int64, ValueChanged)] = [
            ("touch begins", 813, began), ("touch moves", 814, moved),
            ("linked partner", 815, linked), ("touch ends", 816, ended),
            ("cancelled", 817, cancelled), ("discrete", 818, muted), ("range slider", 819, gate),
            ("what the OTHER", 820, set),
        ]
        for (name, sequence, event) in events {
            event.sequence = sequence
            #expect(try parsed { event.write(to: &$0) } == ProtocolExample.named(name))
        }
    }

    @Test func `panel events match the examples`() throws {
        var reloaded = PanelNotice(
            .configReloaded(generation: 4, added: ["ch9.level"], removed: []), source: nil,
            time: .microseconds(98_140_000_000))
        reloaded.sequence = 9002
        #expect(try parsed(reloaded.write) == ProtocolExample.named("config reloaded"))
    }

    @Test func `errors, resync and bye match the examples`() throws {
        let rejections: [(String, RequestError)] = [
            (
                "error: unknown control",
                RequestError(
                    .unknownControl, "no control 'ch9.level'", near: ["ch8.level", "ch1.level"],
                    id: .integer(15))
            ),
            ("error: not JSON", RequestError(.parse, "line 17: expected '{'")),
            (
                "error: bad value",
                RequestError(
                    .badValue, "ch1.level: expected a number in -90...10 dB", field: "value",
                    id: .integer(16))
            ),
        ]
        for (name, rejection) in rejections {
            #expect(try parsed(rejection.write) == ProtocolExample.named(name))
        }

        let snapshot = Snapshot(
            sequence: 9001,
            controls: [
                ("ch1.level", ControlState(value: .number(-6), norm: .number(0.6))),
                ("ch1.mute", ControlState(value: .number(0), norm: .number(0))),
            ])
        let resync = try #require(
            try parsed { snapshot.writeResync(reason: "overflow", to: &$0) }.mutableCopy()
                as? NSMutableDictionary)
        // The example is older than these members.
        resync.removeObjects(forKeys: ["generation", "state"])
        #expect(try resync == ProtocolExample.named("resync"))
        #expect(try parsed(DisconnectReason.shutdown.write) == ProtocolExample.named("last line"))
    }
}
