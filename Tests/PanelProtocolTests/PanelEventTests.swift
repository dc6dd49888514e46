import Foundation
import GlassfaderClient
import PanelProtocol
import Testing

/// What a program in Swift hears of what the daemon says.
struct PanelEventTests {
    private func event(_ line: String) throws -> PanelEvent? {
        PanelEvent(try JSON.object(parsing: Array(line.utf8)[...]))
    }

    /// What is heard of a notice that the daemon writes.
    private func heard(_ kind: PanelNotice.Kind) throws -> PanelEvent? {
        var writer = JSONWriter()
        PanelNotice(kind, source: .client("c1", name: "desk"), time: .zero).write(to: &writer)
        return PanelEvent(try JSON.object(parsing: writer.bytes[...]))
    }

    @Test func `panel events are parsed with all their fields`() throws {
        #expect(try heard(.spillChanged(vca: "dca1")) == .spillChanged(vca: "dca1"))
        #expect(try heard(.spillChanged(vca: nil)) == .spillChanged(vca: nil))
        #expect(try heard(.pageChanged(page: "dyn")) == .pageChanged(page: "dyn"))
        #expect(
            try heard(.sceneRecalled(name: "verse", transaction: 7))
                == .sceneRecalled(name: "verse", transaction: 7))
        #expect(
            try heard(.sceneRecalled(name: "verse", transaction: 8, missing: ["ch9.level", "x.y"]))
                == .sceneRecalled(name: "verse", transaction: 8, missing: ["ch9.level", "x.y"]))
        #expect(
            try heard(.configReloaded(generation: 4, added: ["a", "b"], removed: ["c"]))
                == .configReloaded(generation: 4, added: ["a", "b"], removed: ["c"]))
    }

    @Test func `a control is listed with its groups, link, gang and owner`() throws {
        func control(_ members: String) throws -> PanelControl? {
            let line = #"{"control":"ch1.mute","type":"switch"\#(members)}"#
            return PanelControl(try JSON.object(parsing: Array(line.utf8)[...]))
        }
        let key = try control(
            #","groups":["mute1"],"group":"pair","gang":"selected","owner":"mixer""#)
        #expect(key?.groups == ["mute1"])
        #expect(key?.link == "pair" && key?.gang == "selected" && key?.owner == "mixer")
        let plain = try control("")
        #expect(
            plain?.groups == [] && plain?.link == nil && plain?.gang == nil && plain?.owner == nil)
    }

    @Test func `a level in effect is parsed in its own event and beside a value`() throws {
        let level = EffectiveLevel(value: -16, norm: 0.25, gain: 0)
        guard
            case .effectiveChanged("ch1.level", let found) = try heard(
                .effectiveChanged(control: "ch1.level", level))
        else {
            Issue.record("no level")
            return
        }
        #expect(found.value == -16 && found.norm == 0.25 && found.gain == 0 && found.text == nil)
        let state = ControlState(
            value: .number(-10), norm: .number(0.4), gain: 0.3, effective: level)
        var writer = JSONWriter()
        ValueChanged(
            control: "ch1.level", state: state, phase: .set, source: .reset, time: .zero
        ).write(to: &writer)
        guard
            case .valueChanged(let change) = PanelEvent(
                try JSON.object(parsing: writer.bytes[...]))
        else {
            Issue.record("no change")
            return
        }
        #expect(change.reading.value == .number(-10) && change.reading.effective == found)
    }

    @Test func `lock and unlock events are parsed with their exceptions`() throws {
        let request = LockRequest(isOn: true, except: [Glob("ch1.*")], coversClients: true)
        guard case .locked(let lock) = try heard(.locked(request)),
            case .locked(let unlocked) = try heard(.locked(LockRequest(isOn: false)))
        else {
            Issue.record("no locks")
            return
        }
        #expect(lock.isOn && lock.coversClients && lock.exceptions == ["ch1.*"])
        #expect(!unlocked.isOn && !unlocked.coversClients && unlocked.exceptions.isEmpty)
    }

    @Test func `actions and wrong PINs are parsed with all their fields`() throws {
        let scene = ActionReport(control: "a.b", action: "scene", name: "verse", problem: .noScene)
        guard case .action(let action) = try heard(.action(scene)),
            case .action(let undo) = try heard(
                .action(ActionReport(control: "a.c", action: "undo"))),
            case .pinRejected(let wrong) = try heard(
                .pinRejected(PINRejection(control: nil, attemptsLeft: 0, wait: .seconds(30))))
        else {
            Issue.record("no actions")
            return
        }
        #expect(action.control == "a.b" && action.action == "scene" && action.name == "verse")
        #expect(action.problem == "no-scene" && undo.problem == nil && undo.name == nil)
        #expect(wrong.control == nil && wrong.attemptsLeft == 0 && wrong.wait == .seconds(30))
    }

    @Test func `a style change of a control is parsed with all its fields`() throws {
        let info = StyleInfo(color: "#ff0000", label: "Vox", isEnabled: false, isVisible: true)
        guard case .styleChanged(let style) = try heard(.styleChanged(control: "ch1.level", info))
        else {
            Issue.record("no style")
            return
        }
        #expect(style.control == "ch1.level" && style.color == "#ff0000" && style.label == "Vox")
        #expect(!style.isEnabled && style.isVisible)
    }

    @Test func `a style change of a strip is parsed with all its fields`() throws {
        let plain = StripStyle(color: nil, label: "Ch 1", isVisible: false)
        guard
            case .stripChanged(let vox) = try heard(
                .stripChanged(strip: "ch1", StripStyle(color: "#ff8800", label: "Vox"))),
            case .stripChanged(let hidden) = try heard(.stripChanged(strip: "ch1", plain))
        else {
            Issue.record("no style")
            return
        }
        #expect(vox.strip == "ch1" && vox.color == "#ff8800" && vox.label == "Vox")
        #expect(vox.isVisible && !hidden.isVisible && hidden.color == nil)
    }

    @Test func `meter levels from other clients are parsed for each meter`() throws {
        var writer = JSONWriter()
        let line = EventLine(
            MeterLevels(control: "ch1.meter", decibels: [-18, -3.5]), at: .zero, with: &writer)
        var outbox = Outbox()
        outbox.post(line)
        let bytes = outbox.nextBytes(at: .zero) { Snapshot(sequence: 0, controls: []) }
        #expect(
            PanelEvent(try JSON.object(parsing: bytes.dropLast()))
                == .meters(["ch1.meter": [-18, -3.5]]))
    }

    @Test func `points from other clients are parsed for each plot`() throws {
        var writer = JSONWriter()
        let line = EventLine(
            PlotPoints(control: "in.scope", points: [0, 0.25]), at: .zero, with: &writer)
        var outbox = Outbox()
        outbox.post(line)
        let bytes = outbox.nextBytes(at: .zero) { Snapshot(sequence: 0, controls: []) }
        #expect(
            PanelEvent(try JSON.object(parsing: bytes.dropLast()))
                == .plot(["in.scope": [0, 0.25]]))
    }

    @Test func `a resync is parsed with the values, the page, the lock and the spilled VCA`() throws
    {
        var snapshot = Snapshot(
            sequence: 9,
            controls: [("a", ControlState(value: .number(3), norm: .number(0.5)))])
        let status = Snapshot.PanelStatus(
            generation: 2, page: "dyn", isLocked: true, spill: "dca1")
        for panel in [snapshot.panel, status] {
            snapshot.panel = panel
            var writer = JSONWriter()
            snapshot.writeResync(reason: "overflow", to: &writer)
            guard case .resync(let resync) = PanelEvent(try JSON.object(parsing: writer.bytes[...]))
            else {
                Issue.record("no resync")
                return
            }
            let reading = PanelReading(value: .number(3), norm: .number(0.5))
            #expect(resync.values == [PanelSnapshotEntry(control: "a", reading: reading)])
            #expect(resync.page == panel.page && resync.isLocked == panel.isLocked)
            #expect(resync.spilledVCA == panel.spill)
        }
    }

    @Test(arguments: [
        (#"{"kind":"link","of":"ch1.level"}"#, "link", "ch1.level"),
        (#"{"kind":"client","client":"c7","name":"bridge"}"#, "client", "bridge"),
        (#"{"kind":"client","client":"c7"}"#, "client", "c7"),
        (#"{"kind":"scene","name":"verse"}"#, "scene", "verse"),
        (#"{"kind":"touch","slot":3}"#, "touch", nil),
    ])
    func `a change names its source`(source: String, kind: String, name: String?) throws {
        let line = """
            {"event":"valueChanged","control":"a","value":1,"norm":0,"phase":"cancelled",\
            "gesture":4,"reason":"page","source":\(source),"txn":19,"seq":5,"t":6}
            """
        guard case .valueChanged(let change) = try event(line) else {
            Issue.record("no change")
            return
        }
        #expect(change.source == kind && change.sourceName == name)
        #expect(change.reason == "page" && change.transaction == 19 && change.gesture == 4)
    }

    @Test
    func `an event without a required field is not parsed, and an unknown one keeps its name`()
        throws
    {
        for line in [
            #"{"event":"pageChanged"}"#, #"{"event":"locked","clients":true}"#,
            #"{"event":"sceneRecalled","scene":"a"}"#, #"{"event":"styleChanged","control":"a"}"#,
            #"{"event":"stripChanged","strip":"a"}"#,
            #"{"event":"configReloaded","generation":1}"#, #"{"event":"meters"}"#,
            #"{"event":"plot"}"#,
            #"{"event":"valueChanged","control":"a"}"#, #"{"id":1,"ok":{}}"#,
        ] {
            #expect(try event(line) == nil, "\(line)")
        }
        #expect(try event(#"{"event":"sunset"}"#) == .other("sunset"))
        #expect(try event(#"{"event":"bye","reason":"stalled"}"#) == .bye(reason: "stalled"))
    }

    @Test func `every event of the examples that a client can subscribe to is known`()
        throws
    {
        let events = try ProtocolExample.all().filter { $0.message["event"] != nil }
        #expect(events.count == 11)
        for example in events {
            let event = PanelEvent(try JSON.object(parsing: example.line))
            #expect(event != nil, "\(example.name)")
            if case .other = event { Issue.record("\(example.name) is not known") }
        }
        // Without more, all strips are shown.
        for kind in EventKind.allCases where kind != .spillChanged {
            // What is known by its name lacks the rest here.
            #expect(try self.event(#"{"event":"\#(kind.rawValue)"}"#) == nil)
        }
    }
}
