import Controls
import Fingers
import PanelProtocol
import TestVectors
import Testing

@testable import Panel

/// VCAs: a master moves the levels in effect of its members, and not their faders.
struct VCATests {
    static let mixer = """
        [[pages]]
        id = "main"
        strips = [
          { id = "ch{n}", count = 4, controls = [
            { id = "level", type = "slider", taper = "x32", unit = "dB", default = -10, step = 0.1 },
            { id = "pan", type = "knob", min = -100, max = 100 },
          ] },
          { id = "aux", controls = [
            { id = "level", type = "knob", taper = "x32", unit = "dB", default = -20 } ] },
          { id = "dca{n}", count = 3, controls = [
            { id = "level", type = "slider", taper = "x32", unit = "dB", default = 0, step = 0.1 } ] },
        ]

        """
    /// The master dca1 with three members, of which ch3 follows dca2 as well.
    static let links = """
        [[links]]
        name = "drums"
        mode = "vca"
        controls = ["dca1.level", "ch1.level", "ch2.level", "ch3.level"]
        [[links]]
        name = "band"
        mode = "vca"
        controls = ["dca2.level", "ch3.level", "aux.level"]

        """

    /// A master, `s.m`, and a member, `s.f`, with these options.
    private func desk(master: String, member: String) throws -> PanelDesk {
        try PanelDesk(
            """
            [[links]]
            name = "v"
            mode = "vca"
            controls = ["s.m", "s.f"]

            """,
            panel: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [
                  { id = "m", \(master) }, { id = "f", \(member) } ] }]

                """)
    }

    // MARK: Moving

    @Test func `a level beyond all numbers has a finite gain`() throws {
        let fader = #"type = "slider", unit = "dB", min = -100, max = 4e307, default = 4e307"#
        let desk = try desk(master: fader, member: fader)
        #expect(desk.panel["s.f"]?.state?.gain?.isFinite == true)
        let level = try #require(try desk.effective("s.f"))
        #expect(level.value == 8e307 && level.gain.isFinite)
        #expect(level.norm == 1)
    }

    @Test func `members follow the master's offset from 0 dB, and their faders stay`() throws {
        let desk = try PanelDesk(vcas: VCATests.links)
        try desk.set("ch2.level", -4)
        _ = (desk.read(), desk.readNotices())
        try desk.set("dca1.level", -6)
        #expect(try desk.level("ch1.level") == -16)
        #expect(try desk.level("ch2.level") == -10)
        #expect(desk.value("ch1.level") == -10 && desk.value("ch2.level") == -4)
        #expect(desk.read() == ["dca1.level -6 set client"], "no member claims to have moved")
        #expect(try desk.effective("ch4.level") == nil)
        #expect(try desk.effective("dca1.level") == nil)
    }

    @Test func `a member that is moved moves no master and no other member`() throws {
        let desk = try PanelDesk(vcas: VCATests.links)
        try desk.set("dca1.level", -6)
        desk.wait(20)
        _ = (desk.read(), desk.readNotices())
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 30)
        finger.lift()
        let own = try #require(desk.value("ch1.level"))
        #expect(own > -9)
        #expect(abs(try desk.level("ch1.level") - (own - 6)) < 0.001)
        #expect(desk.value("dca1.level") == -6 && desk.value("ch2.level") == -10)
        #expect(Set(desk.events.map(\.control)) == ["ch1.level"])
        let last = try #require(desk.events.last)
        #expect(abs(try #require(last.state.effective).value - (own - 6)) < 0.001)
        desk.wait(20)
        #expect(desk.readLevels() == [], "its own event has the level")
        #expect(desk.panel.nextDeadline == nil)
    }

    @Test func `a finger on the master sends the members' newest levels once a frame`() throws {
        let desk = try PanelDesk(vcas: VCATests.links)
        let finger = try desk.touch("dca2.level")
        finger.drag(down: 40)
        let times = desk.notices.map(\.time)
        #expect(times.count > 2 && desk.events.count > times.count)
        #expect(
            zip(times, times.dropFirst()).allSatisfy { $1 == $0 || $1 - $0 >= .milliseconds(16) })
        #expect(desk.notices.allSatisfy { $0.source == .link(of: "dca2.level") })
        finger.lift()
        desk.wait(20)
        let own = try #require(desk.value("dca2.level"))
        #expect(
            desk.readLevels().suffix(2) == [
                "ch3.level \(((own - 10) * 10).rounded() / 10)",
                "aux.level \(((own - 20) * 10).rounded() / 10)",
            ])
        #expect(desk.panel.nextDeadline == nil)
    }

    @Test func `a master is heard while a hand moves a member that reports its last value only`()
        throws
    {
        let fader = #"type = "slider", taper = "x32", unit = "dB", step = 0.1, default = -10"#
        let desk = try desk(master: fader, member: fader + #", report = "release""#)
        let finger = try desk.touch("s.f")
        finger.drag(up: 20)
        desk.wait(50)
        _ = desk.readNotices()
        // In one frame.
        try desk.set("s.m", -5)
        try desk.set("s.m", -1)
        finger.drag(up: 10)
        desk.wait(50)
        #expect(desk.readLevels().last == "s.f \(((try desk.level("s.f")) * 10).rounded() / 10)")
        finger.drag(up: 10)
        desk.wait(50)
        #expect(desk.readLevels() == [], "its own movement waits for the release")
        finger.lift()
        let last = desk.events.last { $0.control == "s.f" }
        #expect(last?.phase == .ended)
        #expect(last?.state.effective?.value == (try desk.effective("s.f")?.value))
    }

    @Test func `the event of a level in effect names the master, so that no client misses it`()
        throws
    {
        let desk = try PanelDesk(vcas: VCATests.links)
        try desk.set("dca1.level", -3)
        let notice = try #require(desk.notices.first)
        #expect(notice.source == .link(of: "dca1.level"))
        var writer = JSONWriter()
        notice.write(to: &writer)
        #expect(
            String(decoding: writer.bytes, as: UTF8.self).hasPrefix(
                #"{"event":"effectiveChanged","control":"ch1.level","effective":{"value":-13.0,"#
                    + #""norm":0.4625,"gain":0.223872},"source":{"kind":"link","of":"dca1.level"}"#)
        )
    }

    @Test func `a master at -∞ silences all, and their own levels come back exactly`() throws {
        let desk = try PanelDesk(vcas: VCATests.links)
        try desk.set("ch2.level", -3.7)
        try desk.set("dca1.level", -90)
        for member in ["ch1.level", "ch2.level", "ch3.level"] {
            let level = try #require(try desk.effective(member))
            #expect(level.gain == 0 && level.value == -90 && level.norm == 0)
            #expect(level.text == "-∞ dB")
            #expect(try desk.mark(member) == -90)
        }
        try desk.set("dca2.level", 10)
        #expect(try desk.level("ch3.level") == -.infinity)
        try desk.set("dca1.level", 0)
        #expect(try desk.level("ch2.level") == -3.7 && desk.value("ch2.level") == -3.7)
        #expect(try desk.mark("ch2.level") == nil)
        try desk.set("ch1.level", -90)
        try desk.set("dca1.level", 10)
        #expect(try desk.level("ch1.level") == -.infinity, "an own -∞ stays")
    }

    @Test func `a member of two VCAs follows the sum of both`() throws {
        let desk = try PanelDesk(vcas: VCATests.links)
        try desk.set("dca1.level", -4.5)
        try desk.set("dca2.level", 2)
        #expect(try desk.level("ch3.level") == -12.5)
        #expect(try desk.level("ch1.level") == -14.5)
        #expect(try desk.level("aux.level") == -18)
    }

    @Test func `the master of a VCA may follow another one`() throws {
        let desk = try PanelDesk(vcas: VCATests.links)
        try desk.linkVCA("all", ["dca3", "dca1", "dca2", "ch4"])
        try desk.set("dca3.level", -5)
        try desk.set("dca1.level", -1)
        #expect(try desk.level("dca1.level") == -6)
        #expect(try desk.level("ch1.level") == -16)
        #expect(try desk.level("ch4.level") == -15)
        #expect(try desk.level("ch3.level") == -21, "by both of its masters")
        #expect(desk.value("dca1.level") == -1)
    }

    @Test func `a master above both masters of a control counts once through each of them`()
        throws
    {
        let desk = try PanelDesk(vcas: VCATests.links)
        let before = try ["ch1.level", "ch3.level"].map { try desk.level($0) }
        try desk.linkVCA("all", ["dca3", "dca1", "dca2"])
        let finger = try desk.touch("dca3.level")
        finger.drag(down: 20)
        finger.lift()
        let offset = try #require(desk.value("dca3.level"))
        #expect(offset < 0)
        let after = try ["ch1.level", "ch3.level"].map { try desk.level($0) }
        // ch1 is in one of the two, and ch3 in both.
        #expect(abs(after[0] - before[0] - offset) < 0.05)
        #expect(abs(after[1] - before[1] - 2 * offset) < 0.05)
    }

    @Test func `a level above the fader's range is reported unclamped`() throws {
        let desk = try PanelDesk(vcas: VCATests.links)
        try desk.set("ch1.level", 8)
        try desk.set("dca1.level", 10)
        let level = try #require(try desk.effective("ch1.level"))
        #expect(level.value == 18 && level.norm == 1 && abs(level.gain - 7.943) < 0.001)
    }

    // MARK: Marks

    @Test func `a member shows its level in effect by a second mark, while it is not its own`()
        throws
    {
        let desk = try PanelDesk(vcas: VCATests.links)
        #expect(try desk.mark("ch1.level") == nil)
        _ = desk.glass.nextFrame(after: .seconds(1))
        let plain = try desk.glass.picture.pngData()
        try desk.set("dca1.level", -20)
        #expect(try desk.mark("ch1.level") == -30)
        #expect(try desk.mark("ch4.level") == nil)
        _ = desk.glass.nextFrame(after: .seconds(1))
        #expect(desk.glass.missedPixels.isEmpty)
        let frame = try #require(desk.panel["ch1.level"]?.view.frameInWindow)
        let moved = try desk.glass.picture.pngData()
        #expect(moved != plain && !frame.isEmpty)
        try desk.set("dca1.level", 0)
        #expect(try desk.mark("ch1.level") == nil)
        _ = desk.glass.nextFrame(after: .seconds(1))
        #expect(desk.glass.missedPixels.isEmpty)
        #expect(try desk.glass.picture.pngData() == plain)
        // A knob as well.
        try desk.set("dca2.level", -20)
        #expect(try desk.mark("aux.level") == -40)
        _ = desk.glass.nextFrame(after: .seconds(1))
        #expect(desk.glass.missedPixels.isEmpty)
    }

    // MARK: Accuracy

    @Test func `after 10 000 moves, every level in effect is the sum of its faders`() throws {
        var random = SeededGenerator(seed: 2026)
        let desk = try PanelDesk(
            VCATests.links + Self.muteGroups, panel: Self.mixerWithMutes)
        try desk.linkVCA("all", ["dca3", "dca1", "dca2", "ch4"])
        let masters = [
            "ch1": ["dca1"], "ch2": ["dca1"], "ch3": ["dca1", "dca2"], "aux": ["dca2"],
            "ch4": ["dca3"], "dca1": ["dca3"], "dca2": ["dca3"], "dca3": [],
        ]
        let names = masters.keys.sorted()
        /// What the sum should be, from the faders alone.
        func sum(_ name: String) throws -> Double {
            let own = try #require(desk.value(name + ".level"))
            return try (masters[name] ?? []).reduce(own <= -90 ? -.infinity : own) {
                try $0 + sum($1)
            }
        }
        /// What a client knows that follows the events.
        var known: [String: EffectiveLevel] = [:]
        for name in names { known[name] = try desk.effective(name + ".level") }
        desk.panel.onValueChanged = { known[String($0.control.dropLast(6))] = $0.state.effective }
        desk.panel.onNotice = { notice in
            guard case .effectiveChanged(let control, let level) = notice.kind else { return }
            known[String(control.dropLast(6))] = level
        }
        var worst = 0.0
        var silent = 0
        var (recalls, muted) = (0, 0)
        for turn in 0..<10_000 {
            let name = try #require(names.randomElement(using: &random)) + ".level"
            switch Int.random(in: 0..<13, using: &random) {
            case 0..<5:
                let finger = try desk.touch(name)
                let way = Double.random(in: -60...60, using: &random)
                if name == "aux.level" { finger.turn(.degrees(way)) } else { finger.drag(up: way) }
                if Bool.random(using: &random) { finger.lift() } else { finger.cancel() }
            case 5..<9:
                try desk.set(name, Double.random(in: -60...10, using: &random))
            case 9:
                try desk.set(name, -90)
            case 10:
                let request: SceneRequest =
                    turn % 3 == 0
                    ? .store(name: "s\(turn % 5)", match: [Glob("*")])
                    : .recall(name: "s\(turn % 5)", match: [Glob("*")], fade: .zero, except: [])
                let reply = try? desk.panel.perform(
                    request, from: desk.client, at: desk.glass.now)
                if case .recalledScene = reply { recalls += 1 }
            case 11:
                // A muted channel or VCA has the level that it would have.
                let key = ["ch1.mute", "ch3.mute", "ch4.mute", "dca1.mute"].randomElement(
                    using: &random)
                try desk.touch(try #require(key)).lift()
            default:
                let operations = names.prefix(4).map {
                    SetRequest(
                        control: $0 + ".level",
                        change: .value(.number(Double.random(in: -30...10, using: &random))))
                }
                _ = try desk.panel.apply(
                    BatchRequest(operations), from: desk.client, at: desk.glass.now)
            }
            // The last levels wait for the next frame, and values of clients for a finger.
            desk.wait(20)
            if desk.value("ch1.mute") == 1 { muted += 1 }
            for name in names where name != "dca3" {
                let sum = try sum(name)
                let level = try #require(try desk.effective(name + ".level"))
                try #require((known[name]?.value, known[name]?.gain) == (level.value, level.gain))
                if sum > -90 {
                    worst = max(worst, abs(level.value - sum))
                } else {
                    silent += 1
                    try #require(level.gain == 0 && level.value == -90)
                }
            }
        }
        #expect(worst < 0.05, "\(worst) dB")
        #expect(silent > 1000 && silent < 60_000)
        #expect(recalls > 300 && muted > 2000 && muted < 8000, "\(recalls) \(muted)")
    }

    private static let muteGroups = (1...3).map { "[groups.dca\($0)]\ntype = \"mute\"\n" }.joined()

    /// The mixer with mute keys, of which that of the first VCA mutes its members.
    private static let mixerWithMutes = mixer.replacing(
        #"{ id = "pan", type = "knob", min = -100, max = 100 },"#,
        with: #"{ id = "mute", type = "switch", groups = ["dca1"] },"#
    ).replacing(
        #"{ id = "aux", controls = ["#,
        with:
            #"{ id = "aux", controls = [ { id = "mute", type = "switch", groups = ["dca2", "dca3"] },"#
    ).replacing(
        #"{ id = "dca{n}", count = 3, controls = ["#,
        with: """
            { id = "dca{n}", count = 3, controls = [
                { id = "mute", type = "switch", master = "dca{n}" },
            """)
}
