import Foundation
import Panel
import PanelProtocol
import StateStore
import TestVectors
import Testing

@testable import GlassfaderDaemon

/// A daemon that is started again finds everything where it was.
final class StateTests {
    private let folder: String
    private var path: String { folder + "/state" }

    /// Saved as soon as it may be, so that a test need not wait.
    private static let desk = "[state]\nsave_after_ms = 10\n"
    private static func faders(_ section: String = desk, count: Int = 2, max: Int = 100) -> String {
        """
        \(section)
        [[pages]]
        id = "main"
        strips = [{ id = "ch{n}", count = \(count), controls = [
          { id = "level", type = "slider", min = 0, max = \(max), default = 50, step = 1 },
          { id = "mute", type = "switch", label = "M" },
        ] }]
        [[pages]]
        id = "dyn"
        strips = [{ id = "fx", controls = [
          { id = "talk", type = "button" }, { id = "gate", type = "range", min = -60, max = 0 },
        ] }]

        """
    }

    init() throws {
        folder = try TestFiles.makeFolder()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func start(_ file: String = StateTests.faders()) throws -> RunningDaemon {
        try RunningDaemon(file, stateFolder: path)
    }

    /// What a daemon has saved, if it has.
    private func saved() throws -> PanelState? {
        var invalid: [String] = []
        return try StateFolder.contents(of: path).states.first.map {
            try PanelState(json: $0, invalid: &invalid)
        }
    }

    /// Runs it until it has saved something like this.
    private func run(_ running: RunningDaemon, untilSaved isWanted: (PanelState) -> Bool) throws {
        try running.run { (try? saved()).flatMap { $0 }.map(isWanted) ?? false }
    }

    private func set(_ control: String, _ value: String, of running: RunningDaemon) throws {
        let client = try running.client()
        _ = try running.ask(
            client, #"{"id":7,"cmd":"set","control":"\#(control)","value":\#(value)}"#, id: 7)
    }

    private func end(_ running: RunningDaemon) throws {
        try running.daemon.end()
    }

    // MARK: What is kept

    @Test func `values, page, scenes, links and lock are restored after a restart`() throws {
        do {
            let running = try start()
            let client = try running.client()
            for (id, line) in [
                #""cmd":"set","control":"ch1.level","value":30"#,
                #""cmd":"set","control":"ch2.mute","value":1"#,
                #""cmd":"set","control":"fx.gate","value":{"low":-40,"high":-10}"#,
                #""cmd":"scene","op":"store","name":"loud","match":"*.level""#,
                #""cmd":"link","name":"mutes","controls":["ch1.mute","ch2.mute"]"#,
                #""cmd":"page","page":"dyn""#, #""cmd":"lock","except":["ch1.*"]"#,
            ].enumerated() {
                let answer = try running.ask(client, "{\"id\":\(id),\(line)}", id: id)
                #expect(answer["code"] == nil, "\(answer)")
            }
            try end(running)
        }
        let running = try start()
        let panel = running.daemon.panel
        #expect(try running.value(of: "ch1.level") == 30)
        #expect(try running.value(of: "ch2.level") == 50)
        #expect(try running.value(of: "ch2.mute") == 1)
        #expect(panel["fx.gate"]?.state?.value == .range(low: -40, high: -10))
        #expect(panel.page == "dyn")
        #expect(panel.state.scenes.map(\.name) == ["loud"])
        #expect(panel.state.links.map(\.name) == ["mutes"])
        #expect(panel.lock?.exceptions.map(\.pattern) == ["ch1.*"])
    }

    @Test func `a scribble strip and a hidden strip outlive a restart and a power cut`() throws {
        let file = Self.faders(count: 3)
        let cut = try TestFiles.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: cut) }
        do {
            let running = try start(file)
            let client = try running.client()
            for line in [
                ##"{"id":1,"cmd":"style","strip":"ch1","label":"Vox","color":"#ff8800"}"##,
                #"{"id":1,"cmd":"style","strip":"ch2","visible":false}"#,
            ] {
                #expect(try running.ask(client, line, id: 1)["code"] == nil)
            }
            try run(running) { $0.styles.count == 2 }
            let before = try slots(in: path)
            try set("ch3.level", "7", of: running)
            try run(running) { $0.values["ch3.level"] == .number(7) }
            // What a disk has that loses its power in the middle of the last save.
            try FileManager.default.copyItem(atPath: path, toPath: cut + "/state")
            for (name, var bytes) in try slots(in: cut + "/state") where bytes != before[name] {
                bytes.resetBytes(in: 40..<bytes.count)
                try bytes.write(to: URL(filePath: cut + "/state/" + name))
            }
            try end(running)
        }
        let two = try RunningDaemon(Self.faders(count: 2)).daemon.panel
        for (folder, level) in [(path, 7.0), (cut + "/state", 50)] {
            let running = try RunningDaemon(file, stateFolder: folder)
            let panel = running.daemon.panel
            let strips = panel.strips(matching: [Glob("ch*")])
            #expect(strips.map(\.style.label) == ["Vox", "ch2", "ch3"])
            #expect(strips.map(\.style.color) == ["#ff8800", nil, nil])
            #expect(strips.map(\.style.isVisible) == [true, false, true])
            #expect(try running.value(of: "ch3.level") == level)
            let frame = try #require(panel["ch3.level"]?.view.frame)
            #expect(frame == two["ch2.level"]?.view.frame, "no hole where ch2 was")
        }
    }

    private func slots(in folder: String) throws -> [String: Data] {
        var slots: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where ["state.a", "state.b"].contains(name) {
            slots[name] = try Data(contentsOf: URL(filePath: folder + "/" + name))
        }
        return slots
    }

    @Test func `a change by a finger is saved soon after it has lifted`() throws {
        let running = try start()
        try running.finger(.began, on: "ch1.level")
        try running.finger(.moved, by: 40)
        let value = try running.value(of: "ch1.level")
        #expect(value != 50)
        // As long as it stays it has not done.
        try running.run { running.daemon.loop.now > .zero }
        try running.daemon.loop.runOnce(waitingAtMost: .milliseconds(100))
        #expect(try saved() == nil)
        try running.finger(.ended)
        // A finger that was read from a device would have begun a round.
        try set("ch2.level", "51", of: running)
        try run(running) { $0.values["ch1.level"] == .number(value) }
    }

    @Test func `a momentary key is not held after a restart`() throws {
        do {
            let running = try start()
            try running.finger(.began, on: "fx.talk")
            try set("fx.talk", "1", of: running)
            try set("ch1.level", "3", of: running)
            try end(running)
        }
        let running = try start()
        #expect(try running.value(of: "fx.talk") == 0 && running.value(of: "ch1.level") == 3)
    }

    @Test func `a control that was removed has its value when it returns`() throws {
        do {
            let running = try start()
            try set("ch2.level", "12", of: running)
            try end(running)
        }
        do {
            let running = try start(Self.faders(count: 1))
            try set("ch1.level", "9", of: running)
            try end(running)
        }
        let running = try start()
        #expect(try running.value(of: "ch2.level") == 12 && running.value(of: "ch1.level") == 9)
    }

    @Test func `a value is clamped to the range that its control has now`() throws {
        do {
            let running = try start()
            try set("ch1.level", "90", of: running)
            try end(running)
        }
        let running = try start(Self.faders(max: 60))
        #expect(try running.value(of: "ch1.level") == 60)
    }

    // MARK: What is restored

    @Test func `defaults or a scene can be configured instead of the last values`() throws {
        do {
            let running = try start()
            let client = try running.client()
            try set("ch1.level", "11", of: running)
            _ = try running.ask(
                client, #"{"id":2,"cmd":"scene","op":"store","name":"start"}"#, id: 2)
            try set("ch1.level", "77", of: running)
            try end(running)
        }
        // The file has to have a scene that it names; what a client stored under the name is taken.
        let scenes = ["start", "other"].map {
            "[[scenes]]\nname = \"\($0)\"\nvalues = { ch1.level = 33 }\n"
        }.joined()
        for (restore, level) in [("defaults", 50.0), ("scene:start", 11), ("scene:other", 33)] {
            let running = try start(
                Self.faders("[state]\nrestore = \"\(restore)\"\nsave_after_ms = 10\n") + scenes)
            #expect(try running.value(of: "ch1.level") == level)
            #expect(running.daemon.panel.state.scenes.map(\.name) == ["start"])
            try end(running)
        }
        // Nobody has changed anything since.
        let running = try start()
        #expect(try running.value(of: "ch1.level") == 77)
    }

    // MARK: When it is saved

    @Test func `unchanged state is not written`() throws {
        let running = try start()
        try running.daemon.loop.runOnce(waitingAtMost: .milliseconds(50))
        try end(running)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    }

    @Test func `a new delay in the panel file also applies to pending changes`() throws {
        let running = try start(Self.faders("[state]\nsave_after_ms = 60000\n"))
        try set("ch1.level", "30", of: running)
        #expect(try saved()?.values["ch1.level"] != .number(30))
        try running.replacePanel(Self.faders())
        try run(running, untilSaved: { $0.values["ch1.level"] == .number(30) })
        try end(running)
    }

    @Test func `a value that changes and changes back is not written again`() throws {
        do {
            let running = try start()
            try set("ch1.level", "30", of: running)
            try end(running)
        }
        let running = try start()
        let client = try running.client()
        // In one write: between two of them a busy machine might save.
        client.send(
            #"{"cmd":"set","control":"ch1.level","value":31}"# + "\n"
                + #"{"cmd":"set","control":"ch1.level","value":30}"#)
        _ = try running.ask(client, #"{"id":3,"cmd":"ping"}"#, id: 3)
        try end(running)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["state.a"])
    }

    // MARK: What goes wrong

    @Test func `a newer version's state stays until something changes, and is then kept as a copy`()
        throws
    {
        mkdir(path, 0o700)
        let newer = StateSlot(sequence: 5, contents: Array("future".utf8)).bytes(version: 2)
        try Data(newer).write(to: URL(filePath: path + "/state.a"))
        do {
            let running = try start()
            #expect(running.log.contains { $0.contains("state.a is of a newer version, 2") })
            #expect(try running.value(of: "ch1.level") == 50)
            try end(running)
        }
        #expect(try Array(Data(contentsOf: URL(filePath: path + "/state.a"))) == newer)
        do {
            let running = try start()
            try set("ch1.level", "5", of: running)
            try end(running)
        }
        #expect(try Array(Data(contentsOf: URL(filePath: path + "/state.a.v2"))) == newer)
        #expect(try running(level: 5))
    }

    private func running(level: Double) throws -> Bool {
        try start().value(of: "ch1.level") == level
    }

    @Test func `of two states, the older is used when the newer cannot be read`() throws {
        do {
            let folder = try StateFolder(path: path)
            try folder.save(Array(#"{"values":{"ch1.level":21}}"#.utf8))
            try folder.save(Array("not JSON".utf8))
        }
        let running = try start()
        #expect(try running.value(of: "ch1.level") == 21)
        #expect(running.log.contains { $0.contains("has an unreadable state") })
    }

    @Test func `an invalid value does not affect the others`() throws {
        do {
            let folder = try StateFolder(path: path)
            try folder.save(
                Array(#"{"values":{"ch1.level":1e300,"ch2.level":4,"ch1.mute":[]}}"#.utf8))
        }
        let running = try start()
        #expect(try running.value(of: "ch1.level") == 50 && running.value(of: "ch2.level") == 4)
        #expect(running.log.contains { $0.contains("2 invalid values, first: ch1.level") })
    }

    @Test func `the panel runs without a usable folder`() throws {
        try Data().write(to: URL(filePath: path))
        let running = try start()
        try set("ch1.level", "30", of: running)
        #expect(try running.value(of: "ch1.level") == 30)
        #expect(running.log.contains { $0.contains("cannot open the folder \(path)") })
        try end(running)
    }

    @Test func `only one daemon can use a folder`() throws {
        let running = try start()
        #expect(throws: StateError.self) { try start() }
        try end(running)
    }

    // MARK: Import

    @Test func `an imported state is applied at once, saved, and removed`() throws {
        let running = try start()
        try set("ch2.level", "30", of: running)
        let watcher = try running.subscriber()
        try StateImport.put(Array(#"{"values":{"ch1.level":20}}"#.utf8), in: path)
        try running.run { !StateImport.isWaiting(in: path) }
        #expect(try running.value(of: "ch1.level") == 20 && running.value(of: "ch2.level") == 50)
        #expect(try saved()?.values["ch1.level"] == .number(20))
        try running.run {
            _ = watcher.read()
            return !watcher.events(of: "ch1.level").isEmpty
        }
        let sources = watcher.events(of: "ch1.level").map { $0["source"] as? [String: String] }
        #expect(sources == [["kind": "restore"]])
    }

    @Test(arguments: [
        (#""values":{"gone.level":1,"ch1.level":20}"#, "the value of gone.level"),
        (#""values":{"ch2.level":"loud","ch1.level":20}"#, "the value of ch2.level"),
        (#""page":"attic","values":{"ch1.level":20}"#, "the page attic"),
        (#""styles":{"gone":{"label":"A"}},"values":{"ch1.level":20}"#, "the style of gone"),
        (#""styles":{"ch1":{"color":"octarine"}},"values":{"ch1.level":20}"#, "the colour of ch1"),
        (
            #""page":"attic","values":{"gone.a":1,"gone.b":2,"ch1.level":20}"#,
            "the value of gone.a, which the panel does not have, and 2 more"
        ),
    ])
    func `an import says what the panel cannot use, and the rest is applied`(
        members: String, unused: String
    ) throws {
        let running = try start()
        try StateImport.put(Array("{\(members)}".utf8), in: path)
        try running.run { !StateImport.isWaiting(in: path) }
        #expect(try running.value(of: "ch1.level") == 20)
        let warnings = running.log.filter { $0.contains("what this panel cannot use") }
        #expect(
            warnings.count == 1 && warnings.allSatisfy { $0.contains(unused) }, "\(running.log)")
    }

    @Test func `an import waits for the start of a stopped daemon`() throws {
        mkdir(path, 0o700)
        try StateImport.put(Array(#"{"values":{"ch1.level":20}}"#.utf8), in: path)
        let running = try start()
        #expect(try running.value(of: "ch1.level") == 20)
        try running.run { !StateImport.isWaiting(in: path) }
        try end(running)
        #expect(try saved()?.values["ch1.level"] == .number(20))
    }

    @Test func `an import that is not a state changes nothing`() throws {
        let running = try start()
        try StateImport.put(Array("hello".utf8), in: path)
        try running.run { running.log.contains { $0.contains("state.import is not a state") } }
        #expect(try running.value(of: "ch1.level") == 50)
        // Nor one that only has what no state has.
        try StateImport.put(Array(#"{"foo":1}"#.utf8), in: path)
        try running.run { running.log.contains { $0.contains("is not a state: 1 members") } }
        #expect(try running.value(of: "ch1.level") == 50)
    }
}
