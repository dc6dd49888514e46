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

    private func desk(_ links: String = VCATests.links) throws -> PanelDesk {
        try PanelDesk(links, panel: Self.mixer)
    }

    private func effective(_ id: String, of desk: PanelDesk) throws -> EffectiveLevel? {
        try #require(desk.panel[id]).state?.effective
    }

    private func level(_ id: String, of desk: PanelDesk) throws -> Double {
        let level = try #require(try effective(id, of: desk))
        return level.gain == 0 ? -.infinity : (level.value * 1000).rounded() / 1000
    }

    private func mark(_ id: String, of desk: PanelDesk) throws -> Double? {
        try #require(desk.panel[id]?.view as? ValueControl).effectiveValue
    }

    /// The changes of levels in effect that clients were told since the last reading.
    private func told(_ desk: PanelDesk) -> [String] {
        desk.readNotices().compactMap { notice in
            guard case .effectiveChanged(let control, let level) = notice else { return nil }
            return "\(control) \((level.value * 10).rounded() / 10)"
        }
    }

    private func link(_ desk: PanelDesk, _ name: String, _ controls: [String]) throws {
        _ = try desk.panel.link(
            LinkRequest(name: name, controls: controls.map { $0 + ".level" }, mode: .vca),
            from: desk.client, at: desk.glass.now)
    }

    // MARK: Moving

    @Test func `members follow the master's offset from 0 dB, and their faders stay`() throws {
        let desk = try desk()
        try desk.set("ch2.level", -4)
        _ = (desk.read(), desk.readNotices())
        try desk.set("dca1.level", -6)
        #expect(try level("ch1.level", of: desk) == -16)
        #expect(try level("ch2.level", of: desk) == -10)
        #expect(desk.value("ch1.level") == -10 && desk.value("ch2.level") == -4)
        #expect(desk.read() == ["dca1.level -6 set client"], "no member claims to have moved")
        #expect(try effective("ch4.level", of: desk) == nil)
        #expect(try effective("dca1.level", of: desk) == nil)
    }

    @Test func `a member that is moved moves no master and no other member`() throws {
        let desk = try desk()
        try desk.set("dca1.level", -6)
        desk.wait(20)
        _ = (desk.read(), desk.readNotices())
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 30)
        finger.lift()
        let own = try #require(desk.value("ch1.level"))
        #expect(own > -9)
        #expect(abs(try level("ch1.level", of: desk) - (own - 6)) < 0.001)
        #expect(desk.value("dca1.level") == -6 && desk.value("ch2.level") == -10)
        #expect(Set(desk.events.map(\.control)) == ["ch1.level"])
        let last = try #require(desk.events.last)
        #expect(abs(try #require(last.state.effective).value - (own - 6)) < 0.001)
        desk.wait(20)
        #expect(told(desk) == [], "its own event has the level")
        #expect(desk.panel.nextDeadline == nil)
    }

    @Test func `a finger on the master sends the members' newest levels once a frame`() throws {
        let desk = try desk()
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
            told(desk).suffix(2) == [
                "ch3.level \(((own - 10) * 10).rounded() / 10)",
                "aux.level \(((own - 20) * 10).rounded() / 10)",
            ])
        #expect(desk.panel.nextDeadline == nil)
    }

    @Test func `the event of a level in effect names the master, so that no client misses it`()
        throws
    {
        let desk = try desk()
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
        let desk = try desk()
        try desk.set("ch2.level", -3.7)
        try desk.set("dca1.level", -90)
        for member in ["ch1.level", "ch2.level", "ch3.level"] {
            let level = try #require(try effective(member, of: desk))
            #expect(level.gain == 0 && level.value == -90 && level.norm == 0)
            #expect(level.text == "-∞ dB")
            #expect(try mark(member, of: desk) == -90)
        }
        try desk.set("dca2.level", 10)
        #expect(try level("ch3.level", of: desk) == -.infinity)
        try desk.set("dca1.level", 0)
        #expect(try level("ch2.level", of: desk) == -3.7 && desk.value("ch2.level") == -3.7)
        #expect(try mark("ch2.level", of: desk) == nil)
        try desk.set("ch1.level", -90)
        try desk.set("dca1.level", 10)
        #expect(try level("ch1.level", of: desk) == -.infinity, "an own -∞ stays")
    }

    @Test func `a member of two VCAs follows the sum of both`() throws {
        let desk = try desk()
        try desk.set("dca1.level", -4.5)
        try desk.set("dca2.level", 2)
        #expect(try level("ch3.level", of: desk) == -12.5)
        #expect(try level("ch1.level", of: desk) == -14.5)
        #expect(try level("aux.level", of: desk) == -18)
    }

    @Test func `the master of a VCA may follow another one`() throws {
        let desk = try desk()
        try link(desk, "all", ["dca3", "dca1", "dca2", "ch4"])
        try desk.set("dca3.level", -5)
        try desk.set("dca1.level", -1)
        #expect(try level("dca1.level", of: desk) == -6)
        #expect(try level("ch1.level", of: desk) == -16)
        #expect(try level("ch4.level", of: desk) == -15)
        #expect(try level("ch3.level", of: desk) == -21, "by both of its masters")
        #expect(desk.value("dca1.level") == -1)
    }

    @Test func `a level above the range of the fader is told as it is`() throws {
        let desk = try desk()
        try desk.set("ch1.level", 8)
        try desk.set("dca1.level", 10)
        let level = try #require(try effective("ch1.level", of: desk))
        #expect(level.value == 18 && level.norm == 1 && abs(level.gain - 7.943) < 0.001)
    }

    // MARK: Marks

    @Test func `a member shows its level in effect by a second mark, while it is not its own`()
        throws
    {
        let desk = try desk()
        #expect(try mark("ch1.level", of: desk) == nil)
        _ = desk.glass.nextFrame(after: .seconds(1))
        let plain = try desk.glass.picture.pngData()
        try desk.set("dca1.level", -20)
        #expect(try mark("ch1.level", of: desk) == -30)
        #expect(try mark("ch4.level", of: desk) == nil)
        _ = desk.glass.nextFrame(after: .seconds(1))
        #expect(desk.glass.missedPixels.isEmpty)
        let frame = try #require(desk.panel["ch1.level"]?.view.frameInWindow)
        let moved = try desk.glass.picture.pngData()
        #expect(moved != plain && !frame.isEmpty)
        try desk.set("dca1.level", 0)
        #expect(try mark("ch1.level", of: desk) == nil)
        _ = desk.glass.nextFrame(after: .seconds(1))
        #expect(desk.glass.missedPixels.isEmpty)
        #expect(try desk.glass.picture.pngData() == plain)
        // A knob as well.
        try desk.set("dca2.level", -20)
        #expect(try mark("aux.level", of: desk) == -40)
        _ = desk.glass.nextFrame(after: .seconds(1))
        #expect(desk.glass.missedPixels.isEmpty)
    }

    // MARK: Links at run time, reloads and restarts

    @Test func `a VCA that a client makes tells its members' levels, and theirs when it goes`()
        throws
    {
        let desk = try desk("")
        try desk.set("dca1.level", -6)
        try link(desk, "keys", ["dca1", "ch1", "ch4"])
        #expect(told(desk) == ["ch1.level -16.0", "ch4.level -16.0"])
        #expect(desk.panel["ch1.level"]?.info.vcas == ["keys"])
        #expect(desk.panel["dca1.level"]?.info.masteredVCAs == ["keys"])
        #expect(desk.panel["dca1.level"]?.info.group == nil)
        desk.wait(20)
        _ = try desk.panel.unlink("keys", from: desk.client, at: desk.glass.now)
        #expect(told(desk) == ["ch1.level -10.0", "ch4.level -10.0"])
        #expect(try effective("ch1.level", of: desk) == nil && mark("ch1.level", of: desk) == nil)
        desk.wait(20)
        try desk.set("dca1.level", -7)
        desk.wait(20)
        #expect(told(desk) == [])
        #expect(desk.panel.nextDeadline == nil)
    }

    @Test func `a linked pair of faders may be in VCAs`() throws {
        let desk = try desk()
        _ = try desk.panel.link(
            LinkRequest(
                name: "stereo", controls: ["ch1.level", "ch2.level"], mode: .relative, in: .value),
            from: desk.client, at: desk.glass.now)
        try desk.set("dca1.level", -6)
        try desk.set("ch1.level", -20)
        #expect(desk.value("ch2.level") == -20)
        #expect(try level("ch2.level", of: desk) == -26)
        #expect(desk.panel["ch1.level"]?.info.group == "stereo")
    }

    @Test func `a scene stores and recalls own levels, and the levels in effect follow`() throws {
        let desk = try desk()
        try desk.set("dca1.level", -6)
        try desk.set("ch1.level", -3)
        _ = try desk.panel.perform(
            .store(name: "a", match: [Glob("*")]), from: desk.client, at: desk.glass.now)
        try desk.set("dca1.level", -90)
        try desk.set("ch1.level", -50)
        desk.wait(20)
        _ = (desk.read(), desk.readNotices())
        try desk.panel.recallScene(named: "a", from: desk.client, at: desk.glass.now)
        #expect(desk.value("ch1.level") == -3 && desk.value("dca1.level") == -6)
        #expect(try level("ch1.level", of: desk) == -9)
        desk.wait(20)
        let event = try #require(desk.events.first { $0.control == "ch1.level" })
        #expect(event.state.effective?.value == -9, "the events of a recall have the result of all")
        #expect(told(desk) == ["ch2.level -16.0", "ch3.level -16.0"])
    }

    @Test func `VCAs of the file and of clients outlive a reload`() throws {
        let desk = try desk()
        try link(desk, "all", ["dca3", "dca1"])
        try desk.set("dca3.level", -5)
        try desk.set("dca1.level", -1)
        desk.wait(20)
        _ = (desk.read(), desk.readNotices())
        desk.panel.reload(
            try PanelDesk.description(Self.mixer + Self.links), from: nil, at: desk.glass.now)
        #expect(try level("ch1.level", of: desk) == -16)
        #expect(try mark("ch1.level", of: desk) == -16)
        desk.wait(20)
        #expect(told(desk) == [], "nothing has changed")
        desk.panel.reload(try PanelDesk.description(Self.mixer), from: nil, at: desk.glass.now)
        #expect(try effective("ch1.level", of: desk) == nil)
        #expect(try level("dca1.level", of: desk) == -6, "the client's VCA stays")
        desk.wait(20)
        #expect(
            told(desk) == [
                "ch1.level -10.0", "ch2.level -10.0", "ch3.level -10.0", "aux.level -20.0",
            ])
        try desk.set("dca3.level", -7)
        #expect(try level("dca1.level", of: desk) == -8)
    }

    @Test func `a member that a finger holds over a reload shows its level in effect`() throws {
        let desk = try desk()
        try desk.set("dca1.level", -6)
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 20)
        desk.panel.reload(try PanelDesk.description(Self.mixer), from: nil, at: desk.glass.now)
        #expect(try mark("ch1.level", of: desk) == nil)
        finger.drag(up: 20)
        desk.panel.reload(
            try PanelDesk.description(Self.mixer + Self.links), from: nil, at: desk.glass.now)
        finger.drag(up: 20)
        finger.lift()
        let own = try #require(desk.value("ch1.level"))
        #expect(abs(try level("ch1.level", of: desk) - (own - 6)) < 0.001)
        #expect(desk.isWellNested())
    }

    @Test func `VCAs and levels are the same after a restart`() throws {
        let desk = try desk()
        try link(desk, "all", ["dca3", "dca1"])
        try desk.set("dca3.level", -5)
        try desk.set("ch1.level", -33)
        let json = desk.panel.state.json
        #expect(
            String(decoding: json, as: UTF8.self).contains(
                #"{"name":"all","controls":["dca3.level","dca1.level"],"mode":"vca"}"#))
        var invalid: [String] = []
        let next = try self.desk()
        next.panel.restore(try PanelState(json: json, invalid: &invalid), at: next.glass.now)
        #expect(invalid.isEmpty)
        #expect(try level("ch1.level", of: next) == -38)
        #expect(next.value("ch1.level") == -33)
    }

    @Test func `a fade of the master moves the levels in effect with it`() throws {
        let desk = try desk()
        try desk.set("dca1.level", -40, over: 1000)
        desk.wait(500)
        let own = try #require(desk.value("dca1.level"))
        #expect(own < -1 && own > -39)
        #expect(abs(try level("ch1.level", of: desk) - (own - 10)) < 0.001)
        desk.wait(600)
        #expect(try level("ch1.level", of: desk) == -50)
        #expect(told(desk).last == "ch3.level -50.0")
    }

    // MARK: Errors

    @Test(arguments: [
        (["dca1.level", "ch1.pan"], "'ch1.pan' is not in dB: a VCA moves levels"),
        (["dca1.level", "dca1.level"], "'dca1.level' is named twice"),
        (["dca1.level"], "a link needs two controls"),
        (
            ["dca1.level", "ch1.level"],
            "'ch1.level' follows 'dca1.level' already in the link 'drums'"
        ),
        (
            ["ch1.level", "dca1.level"],
            "'dca1.level' cannot follow 'ch1.level', which follows 'dca1.level'"
        ),
        (
            ["ch3.level", "dca3.level", "dca2.level"],
            "'dca2.level' cannot follow 'ch3.level', which follows 'dca2.level'"
        ),
    ])
    func `a request reports why controls cannot be a VCA`(controls: [String], message: String)
        throws
    {
        let desk = try desk()
        let refusal = #expect(throws: RequestError.self) {
            try desk.panel.link(
                LinkRequest(name: "v", controls: controls, mode: .vca), from: desk.client,
                at: desk.glass.now)
        }
        #expect(refusal?.message == "v: " + message)
        #expect(desk.panel.links.count == 2)
    }

    @Test func `a cycle over three VCAs is reported with its position in the file`() {
        let file = PanelFile(
            text: Self.mixer + """
                [[links]]
                mode = "vca"
                controls = ["dca1.level", "dca2.level"]
                [[links]]
                mode = "vca"
                controls = ["dca2.level", "dca3.level"]
                [[links]]
                mode = "vca"
                controls = ["dca3.level", "dca1.level", "ch1.level"]
                """, name: "t.toml")
        #expect(
            file.errors.map(\.description) == [
                "t.toml:21:12: 'controls': 'dca1.level' cannot follow 'dca3.level', which "
                    + "follows 'dca2.level', which follows 'dca1.level'"
            ])
    }

    @Test func `a unit of measure, and a member that cannot be silent, are reported`() {
        let file = PanelFile(
            text: """
                [[pages]]
                id = "main"
                strips = [{ id = "s", controls = [
                  { id = "a", type = "slider", taper = "x32" },
                  { id = "b", type = "slider", unit = "dB", min = -60, max = 10 },
                ] }]
                [[links]]
                mode = "vca"
                controls = ["s.b", "s.a"]
                [[links]]
                mode = "vca"
                controls = ["s.a", "s.b"]
                """, name: "t.toml")
        #expect(
            file.errors.map(\.description) == [
                "t.toml:12:12: 'controls': 's.a' can be at -∞ dB and 's.b' cannot: "
                    + "give it min_is_off = true"
            ])
        let other = PanelFile(
            text: Self.mixer + Self.links + "in = \"value\"", name: "t.toml")
        #expect(
            other.warnings.map(\.description) == [
                "t.toml:21:6: 'in' is not in effect: 'mode' is \"vca\""
            ])
        let refusal = #expect(throws: RequestError.self) {
            try Request(
                line: Array(
                    #"{"id":1,"cmd":"link","name":"x","controls":["a","b"],"mode":"vca","in":"norm"}"#
                        .utf8)[...], number: 1)
        }
        #expect(refusal?.message == "in: a link with the mode vca has no choice of a unit")
    }

    // MARK: Accuracy

    @Test func `after 10 000 moves, every level in effect is the sum of its faders`() throws {
        var random = SeededGenerator(seed: 2026)
        let desk = try desk()
        try link(desk, "all", ["dca3", "dca1", "dca2", "ch4"])
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
        for name in names { known[name] = try effective(name + ".level", of: desk) }
        desk.panel.onValueChanged = { known[String($0.control.dropLast(6))] = $0.state.effective }
        desk.panel.onNotice = { notice in
            guard case .effectiveChanged(let control, let level) = notice.kind else { return }
            known[String(control.dropLast(6))] = level
        }
        var worst = 0.0
        var silent = 0
        for turn in 0..<10_000 {
            let name = try #require(names.randomElement(using: &random)) + ".level"
            switch Int.random(in: 0..<12, using: &random) {
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
                    : .recall(name: "s\(turn % 5)", fade: .zero, sparing: [])
                _ = try? desk.panel.perform(request, from: desk.client, at: desk.glass.now)
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
            for name in names where name != "dca3" {
                let sum = try sum(name)
                let level = try #require(try effective(name + ".level", of: desk))
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
    }
}
