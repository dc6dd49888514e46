import Controls
import Drawing
import Fingers
import PanelProtocol
import TestVectors
import Testing

@testable import Panel

/// A show on the live desk: what fingers do, what a client hears of it, and what is seen.
struct ShowTests {
    /// What a client hears: each event with its source, in order.
    private final class Transcript {
        var lines: [String] = []
        var values: [ValueChanged] = []
    }

    private let desk: PanelDesk
    private let transcript = Transcript()

    /// The live desk with a key that spills the drums, and a PIN.
    init() throws {
        let text = try TestFiles.text("Config/live.toml").replacing(
            #"{ id = "undo","#,
            with: #"{ id = "spill", type = "button", action = { spill = "dca1" } }, { id = "undo","#
        )
        desk = try PanelDesk(
            "\n[lock]\npin = \"1234\"\n", panel: text, width: 1280, height: 800)
        let transcript = transcript
        desk.panel.onValueChanged = { event in
            transcript.values.append(event)
            let line = PanelDesk.line(of: event)
            // Only of a gesture's middle are there many.
            let words = line.split(separator: " ")
            transcript.lines.append(
                event.phase == .set
                    ? line : ([words[0]] + words.dropFirst(2)).joined(separator: " "))
        }
        desk.panel.onNotice = { transcript.lines.append(Self.line(of: $0)) }
    }

    private static func line(of notice: PanelNotice) -> String {
        let event =
            switch notice.kind {
            case .pageChanged(let page): "page \(page)"
            case .action(let report): "\(report.control) \(report.action) \(report.name ?? "-")"
            case .sceneRecalled(let name, _, _): "recalled \(name)"
            case .spillChanged(let vca): "spilled \(vca ?? "nothing")"
            case .locked(let lock): lock.isOn ? "locked" : "unlocked"
            case .pinRejected(let rejection): "wrong PIN, \(rejection.attemptsLeft) left"
            default: "\(notice.kind)"
            }
        return "\(event) \(notice.source.map(PanelDesk.name) ?? "nobody")"
    }

    /// What was heard since the last reading; of each gesture's changes between two other events,
    /// only the first.
    private func heard() -> [String] {
        defer { transcript.lines = [] }
        var changing: Set<String> = []
        return transcript.lines.filter { line in
            guard line.contains(" changed ") else {
                changing = []
                return true
            }
            return changing.insert(line).inserted
        }
    }

    // MARK: Fingers

    private func tap(_ id: String) throws { try desk.touch(id).lift() }

    private func hold(_ id: String) throws {
        let finger = try desk.touch(id)
        desk.wait(1500)
        finger.lift()
    }

    private func turn(to page: String) throws {
        let bar = try #require(desk.panel.pageBar?.view as? PageControl)
        let index = try #require(desk.panel.pageNames.firstIndex { $0.id == page })
        desk.glass.touch(bar, at: bar.rectForPage(at: index).center).lift()
    }

    /// The key of the faders' layer: the levels, or the sends to a monitor.
    private func flip(to layer: Int) throws {
        let view = try #require(desk.panel["top.fader"]).view
        desk.glass.touch(
            view, at: Point(x: view.bounds.width * (Double(layer) + 0.5) / 3, y: view.bounds.midY)
        ).lift()
    }

    private func type(_ digits: String) throws {
        for digit in digits {
            let keypad = try #require(desk.panel.lockState.unlockPad?.keypad)
            desk.glass.touch(try #require(keypad.key(.text(String(digit))))).lift()
        }
    }

    private func move(_ id: String, up: Double = 0, down: Double = 0) throws {
        try desk.touch(id).drag(up: up, down: down).lift()
    }

    // MARK: Eyes

    /// Checks that each frame has drawn all that changed.
    private func look(_ location: SourceLocation = #_sourceLocation) {
        desk.panel.layOutIfNeeded()
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty, sourceLocation: location)
    }

    private func isSeen(_ id: String) throws -> Bool {
        let control = try #require(desk.panel[id])
        return !control.view.isHidden && control.host?.isHidden == false
    }

    private func level(_ id: String) throws -> Double { try #require(desk.value(id)) }

    // MARK: The show

    @Test func `fingers play a show, and a client can follow it event by event`() throws {
        try selectAChannel()
        try turnItsEqualizer()
        try flipToSends()
        try rideThreeFaders()
        let stored = try storeTheIntro()
        let before = try recallTheIntro(stored)
        try undo(to: before)
        try spillTheDrums()
        try lockAndUnlock()
        #expect(PanelDesk.isWellNested(transcript.values))
        #expect(desk.panel.nextDeadline == nil, "nothing is left to do")
    }

    private func selectAChannel() throws {
        try tap("ch3.select")
        look()
        try turn(to: "channel")
        #expect(
            heard() == [
                "ch1.select 0 set link ch3.select", "ch3.select 1 set touch", "page channel touch",
            ])
        #expect(try isSeen("ch3.eq") && !isSeen("ch1.eq"))
        look()
    }

    private func turnItsEqualizer() throws {
        let curve = try #require(desk.panel["ch3.eq"]?.view as? EqualizerCurve)
        let finger = desk.glass.touch(curve, at: curve.handleCenter(ofNode: 2))
        finger.drag(up: 40)
        look()
        let second = desk.glass.touch(curve, at: Point(x: 30, y: 30))
        second.drag(down: 12)
        look()
        second.lift()
        finger.lift()
        look()
        #expect(
            heard() == [
                "ch3.eq.3.frequency began touch", "ch3.eq.3.gain began touch",
                "ch3.eq.3.gain changed touch",
                "ch3.eq.3.q began touch", "ch3.eq.3.q changed touch",
                "ch3.eq.3.q ended touch",
                "ch3.eq.3.frequency ended touch", "ch3.eq.3.gain ended touch",
            ])
        #expect(try level("ch3.eq.3.gain") > 1)
    }

    private func flipToSends() throws {
        try turn(to: "mix/1")
        try flip(to: 1)
        look()
        #expect(heard() == ["page mix/1 touch", "top.fader mon1 set touch"])
        #expect(try isSeen("ch1.mon1") && !isSeen("ch1.level"))
    }

    private func rideThreeFaders() throws {
        let sends = ["ch1.mon1", "ch2.mon1", "ch4.mon1"]
        let first = transcript.values.count
        let fingers = try sends.map(desk.touch)
        for _ in 0..<5 {
            for finger in fingers { finger.drag(up: 20) }
            look()
        }
        for finger in [fingers[1], fingers[2], fingers[0]] { finger.lift() }
        look()
        #expect(
            heard() == sends.map { "\($0) began touch" } + sends.map { "\($0) changed touch" }
                + ["ch2.mon1 ended touch", "ch4.mon1 ended touch", "ch1.mon1 ended touch"])
        let events = transcript.values[first...]
        #expect(Set(events.map(\.gesture)).count == 3)
        #expect(Set(events.map { "\($0.control) \($0.source)" }).count == 3, "a slot for each")
        for send in sends { #expect(try level(send) > -40 && level("ch1.level") == -90) }
        try flip(to: 0)
        #expect(heard() == ["top.fader level set touch"])
    }

    /// Mixes the intro, stores it, and mixes on. The result is the intro.
    private func storeTheIntro() throws -> [Double] {
        for fader in Self.faders { try move(fader, up: 200) }
        _ = heard()
        let stored = try Self.faders.map(level)
        try turn(to: "scenes")
        try hold("scene.store1")
        #expect(
            heard() == ["page scenes touch"]
                + pressed("scene.store1", ["scene.store1 store intro touch"]))
        look()
        try turn(to: "mix/1")
        for fader in Self.faders { try move(fader, down: 100) }
        _ = heard()
        return stored
    }

    private static let faders = ["ch1.level", "ch2.level", "main.level"]

    /// Recalls the intro while a finger holds the main fader. The result are the levels before.
    private func recallTheIntro(_ stored: [Double]) throws -> [Double] {
        let held = try desk.touch("main.level")
        try turn(to: "scenes")
        let before = try Self.faders.map(level)
        try tap("scene.intro")
        desk.wait(1000)
        #expect(try level("ch1.level") > before[0] && level("ch1.level") < stored[0])
        look()
        desk.wait(1500)
        #expect(try Self.faders.map(level) == [stored[0], stored[1], before[2]])
        #expect(
            heard() == ["main.level began touch", "page scenes touch"]
                + pressed(
                    "scene.intro",
                    [
                        "scene.intro scene intro touch", "ch1.level began scene intro",
                        "ch2.level began scene intro", "recalled intro action scene.intro",
                    ])
                + [
                    "ch1.level changed scene intro", "ch2.level changed scene intro",
                    "ch1.level ended scene intro", "ch2.level ended scene intro",
                ])
        // The main fader follows when it is let go.
        held.lift()
        desk.wait(3000)
        #expect(try Self.faders.map(level) == stored)
        #expect(
            heard() == [
                "main.level ended touch", "main.level began scene intro",
                "main.level changed scene intro", "main.level ended scene intro",
            ])
        look()
        return before
    }

    /// The events of a key that is pressed and let go, and of what it does meanwhile.
    private func pressed(_ key: String, _ events: [String]) -> [String] {
        ["\(key) 1 set touch"] + events + ["\(key) 0 set touch"]
    }

    /// The scene goes back as a whole, with the main fader that waited for the finger.
    private func undo(to before: [Double]) throws {
        try tap("top.undo")
        let values = zip(Self.faders, before).map { "\($0) \(Int($1.rounded())) set undo" }
        #expect(heard() == pressed("top.undo", ["top.undo undo - touch"] + values))
        look()
        #expect(try Self.faders.map(level) == before)
    }

    private func spillTheDrums() throws {
        try tap("top.spill")
        #expect(
            heard()
                == pressed(
                    "top.spill",
                    [
                        "top.spill spill dca1 touch", "spilled dca1 action top.spill",
                        "page mix/1 action top.spill",
                    ]))
        #expect(try (1...7).allSatisfy { try isSeen("ch\($0).level") })
        #expect(try !isSeen("ch8.level"))
        look()
        try tap("top.spill")
        #expect(
            heard()
                == pressed(
                    "top.spill", ["top.spill spill dca1 touch", "spilled nothing action top.spill"])
        )
        #expect(try isSeen("ch8.level"))
        look()
    }

    private func lockAndUnlock() throws {
        try hold("top.lock")
        look()
        let before = try level("main.level")
        try move("main.level", up: 60)
        look()
        #expect(try level("main.level") == before)
        desk.wait(3000)
        try hold("top.lock")
        try type("4321")
        look()
        #expect(
            heard()
                == pressed("top.lock", ["top.lock lock - touch", "locked action top.lock"])
                + pressed("top.lock", []) + ["wrong PIN, 4 left touch"])
        try type("1234")
        #expect(heard() == ["top.lock unlock - touch", "unlocked action top.lock"])
        look()
        try move("main.level", up: 60)
        #expect(try level("main.level") > before)
        desk.wait(3000)
        look()
    }
}
