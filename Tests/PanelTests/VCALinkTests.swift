import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// VCAs that come and go: links of clients, scenes, reloads and restarts; and what cannot be a VCA.
struct VCALinkTests {
    // MARK: Links at run time, reloads and restarts

    @Test func `a VCA that a client makes reports its members' levels, also when it goes`()
        throws
    {
        let desk = try PanelDesk(vcas: "")
        try desk.set("dca1.level", -6)
        try desk.linkVCA("keys", ["dca1", "ch1", "ch4"])
        #expect(desk.readLevels() == ["ch1.level -16.0", "ch4.level -16.0"])
        #expect(desk.panel["ch1.level"]?.info.vcas == ["keys"])
        #expect(desk.panel["dca1.level"]?.info.masteredVCAs == ["keys"])
        #expect(desk.panel["dca1.level"]?.info.group == nil)
        desk.wait(20)
        _ = try desk.panel.unlink("keys", from: desk.client, at: desk.glass.now)
        #expect(desk.readLevels() == ["ch1.level -10.0", "ch4.level -10.0"])
        #expect(try desk.effective("ch1.level") == nil && desk.mark("ch1.level") == nil)
        desk.wait(20)
        try desk.set("dca1.level", -7)
        desk.wait(20)
        #expect(desk.readLevels() == [])
        #expect(desk.panel.nextDeadline == nil)
    }

    @Test func `a linked pair of faders may be in VCAs`() throws {
        let desk = try PanelDesk(vcas: VCATests.links)
        try desk.link(in: .value)
        try desk.set("dca1.level", -6)
        try desk.set("ch1.level", -20)
        #expect(desk.value("ch2.level") == -20)
        #expect(try desk.level("ch2.level") == -26)
        #expect(desk.panel["ch1.level"]?.info.group == "stereo")
    }

    @Test func `a scene stores and recalls own levels, and the levels in effect follow`() throws {
        let desk = try PanelDesk(vcas: VCATests.links)
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
        #expect(try desk.level("ch1.level") == -9)
        desk.wait(20)
        let event = try #require(desk.events.first { $0.control == "ch1.level" })
        #expect(event.state.effective?.value == -9, "the events of a recall have the result of all")
        #expect(desk.readLevels() == ["ch2.level -16.0", "ch3.level -16.0"])
    }

    @Test func `a level that comes back within a frame is reported: a reply may have had another`()
        throws
    {
        let desk = try PanelDesk(vcas: VCATests.links)
        try desk.set("dca1.level", -6)
        desk.wait(20)
        #expect(desk.readLevels().contains("ch2.level -16.0"))
        try desk.set("dca1.level", -20)
        #expect(try desk.level("ch2.level") == -30, "what a list has now")
        try desk.set("dca1.level", -6)
        desk.wait(20)
        #expect(desk.readLevels().contains("ch2.level -16.0"))
    }

    @Test func `VCAs of the file and of clients outlive a reload`() throws {
        let desk = try PanelDesk(vcas: VCATests.links)
        try desk.linkVCA("all", ["dca3", "dca1"])
        try desk.set("dca3.level", -5)
        try desk.set("dca1.level", -1)
        desk.wait(20)
        _ = (desk.read(), desk.readNotices())
        desk.panel.reload(
            try PanelDesk.description(VCATests.mixer + VCATests.links), from: nil,
            at: desk.glass.now)
        #expect(try desk.level("ch1.level") == -16)
        #expect(try desk.mark("ch1.level") == -16)
        desk.wait(20)
        #expect(desk.readLevels() == [], "nothing has changed")
        desk.panel.reload(try PanelDesk.description(VCATests.mixer), from: nil, at: desk.glass.now)
        #expect(try desk.effective("ch1.level") == nil)
        #expect(try desk.level("dca1.level") == -6, "the client's VCA stays")
        desk.wait(20)
        #expect(
            desk.readLevels() == [
                "ch1.level -10.0", "ch2.level -10.0", "ch3.level -10.0", "aux.level -20.0",
            ])
        try desk.set("dca3.level", -7)
        #expect(try desk.level("dca1.level") == -8)
    }

    @Test func `a member that a finger holds over a reload shows its level in effect`() throws {
        let desk = try PanelDesk(vcas: VCATests.links)
        try desk.set("dca1.level", -6)
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 20)
        desk.panel.reload(try PanelDesk.description(VCATests.mixer), from: nil, at: desk.glass.now)
        #expect(try desk.mark("ch1.level") == nil)
        finger.drag(up: 20)
        desk.panel.reload(
            try PanelDesk.description(VCATests.mixer + VCATests.links), from: nil,
            at: desk.glass.now)
        finger.drag(up: 20)
        finger.lift()
        let own = try #require(desk.value("ch1.level"))
        #expect(abs(try desk.level("ch1.level") - (own - 6)) < 0.001)
        #expect(desk.isWellNested())
    }

    @Test func `VCAs and levels are the same after a restart`() throws {
        let desk = try PanelDesk(vcas: VCATests.links)
        try desk.linkVCA("all", ["dca3", "dca1"])
        try desk.set("dca3.level", -5)
        try desk.set("ch1.level", -33)
        let json = desk.panel.state.json
        #expect(
            String(decoding: json, as: UTF8.self).contains(
                #"{"name":"all","controls":["dca3.level","dca1.level"],"mode":"vca"}"#))
        var invalid: [String] = []
        let next = try PanelDesk(vcas: VCATests.links)
        next.panel.restore(try PanelState(json: json, invalid: &invalid), at: next.glass.now)
        #expect(invalid.isEmpty)
        #expect(try next.level("ch1.level") == -38)
        #expect(next.value("ch1.level") == -33)
    }

    @Test func `a fade of the master moves the levels in effect with it`() throws {
        let desk = try PanelDesk(vcas: VCATests.links)
        try desk.set("dca1.level", -40, over: 1000)
        desk.wait(500)
        let own = try #require(desk.value("dca1.level"))
        #expect(own < -1 && own > -39)
        #expect(abs(try desk.level("ch1.level") - (own - 10)) < 0.001)
        desk.wait(600)
        #expect(try desk.level("ch1.level") == -50)
        #expect(desk.readLevels().last == "ch3.level -50.0")
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
        let desk = try PanelDesk(vcas: VCATests.links)
        let rejection = #expect(throws: RequestError.self) {
            try desk.panel.link(
                LinkRequest(name: "v", controls: controls, mode: .vca), from: desk.client,
                at: desk.glass.now)
        }
        #expect(rejection?.message == "v: " + message)
        #expect(desk.panel.links.all.count == 2)
    }

    @Test func `a cycle over three VCAs is reported with its position in the file`() {
        let file = PanelFile(
            text: VCATests.mixer + """
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
            text: VCATests.mixer + VCATests.links + "in = \"value\"", name: "t.toml")
        #expect(
            other.warnings.map(\.description) == [
                "t.toml:21:6: 'in' is not in effect: 'mode' is \"vca\""
            ])
        let rejection = #expect(throws: RequestError.self) {
            try Request(
                line: Array(
                    #"{"id":1,"cmd":"link","name":"x","controls":["a","b"],"mode":"vca","in":"norm"}"#
                        .utf8)[...], number: 1)
        }
        #expect(rejection?.message == "in: a link with the mode vca has no choice of a unit")
    }
}
