import Controls
import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Controls whose program is not connected.
struct OwnerTests {
    private static let file = """
        [templates.channel]
        owner = "mixer"
        when_unserved = "dim"
        controls = [
          { id = "level", type = "slider", max = 100, default = 50 },
          { id = "fx", type = "knob", owner = "reverb" },
          { id = "shown", type = "switch", when_unserved = "show" },
        ]
        [[pages]]
        id = "p"
        strips = [
          { id = "a", template = "channel" },
          { id = "b", controls = [{ id = "level", type = "slider" }] },
        ]
        [[pages]]
        id = "q"
        strips = [{ id = "c", template = "channel" }]

        """

    private func desk() throws -> PanelDesk { try PanelDesk(panel: Self.file) }

    private func picture(of desk: PanelDesk) -> Bitmap {
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
        let copy = Bitmap(width: 800, height: 480, format: .xrgb32)
        copy.copy(from: desk.glass.picture)
        return copy
    }

    /// The controls that look different from those of another picture.
    private func differing(_ desk: PanelDesk, _ other: Bitmap) throws -> [String] {
        let changed = picture(of: desk).differingPixels(from: other, tolerance: 8)
        return desk.panel.controls.filter { control in
            control.page == desk.panel.page
                && changed.intersection(Region(control.view.frameInWindow.integral)).area > 100
        }.map(\.id)
    }

    @Test func `a control is dim while no client has the name of its owner`() throws {
        let desk = try desk()
        let plain = picture(of: desk)
        // Without a server, nobody knows who is there.
        #expect(try differing(desk, plain) == [])
        desk.panel.clientNames = []
        #expect(try differing(desk, plain) == ["a.level", "a.fx"])
        desk.panel.clientNames = ["mixer", "other"]
        #expect(try differing(desk, plain) == ["a.fx"])
        desk.panel.clientNames = ["mixer", "reverb"]
        #expect(try differing(desk, plain) == [])
    }

    @Test func `the label and the value of a control are as dim as it`() throws {
        let desk = try PanelDesk(
            panel: Self.file.replacing("default = 50", with: "default = 50, label = \"Level\""))
        let plain = picture(of: desk)
        desk.panel.clientNames = ["reverb"]
        let changed = picture(of: desk).differingPixels(from: plain, tolerance: 8)
        let place = try #require(desk.panel.visiblePage?.layout?.strips[0].controls[0])
        for text in try [#require(place.caption), #require(place.value)] {
            #expect(changed.intersection(Region(text)).area > 10)
        }
        desk.panel.clientNames = ["reverb", "mixer"]
        #expect(picture(of: desk).differingPixels(from: plain, tolerance: 8).isEmpty)
    }

    @Test func `a dim control is moved as always`() throws {
        let desk = try desk()
        desk.panel.clientNames = []
        try desk.touch("a.level").drag(up: 30).lift()
        #expect((desk.value("a.level") ?? 0) > 50)
        desk.wait(300)
        try desk.set("a.level", 10)
        #expect(desk.value("a.level") == 10)
    }

    @Test func `another page, a reload, a size and the end of a lock keep controls dim`() throws {
        let other = try desk()
        let plain = picture(of: other)
        let desk = try desk()
        desk.panel.clientNames = []
        desk.panel.show(page: "q")
        desk.panel.reload(try PanelDesk.description(Self.file), from: nil, at: desk.glass.now)
        desk.panel.show(page: "p")
        for isOn in [true, false] {
            _ = try desk.panel.perform(
                LockRequest(isOn: isOn), from: desk.client, at: desk.glass.now)
        }
        desk.panel.layOut(width: 640, height: 480)
        desk.panel.layOut(width: 800, height: 480)
        #expect(try differing(desk, plain) == ["a.level", "a.fx"])
    }

    @Test func `a list has the owners`() throws {
        let desk = try desk()
        let settings = try ["a.level", "a.fx", "a.shown", "b.level"].map { id in
            try #require(desk.panel[id]).info.settings.filter {
                ["owner", "when_unserved"].contains($0.key)
            }.map(\.value)
        }
        #expect(
            settings == [
                [.text("mixer"), .text("dim")], [.text("reverb"), .text("dim")],
                [.text("mixer"), .text("show")], [],
            ])
    }

    @Test(arguments: [
        (
            "", "when_unserved = \"dim\"",
            "'when_unserved' is not in effect: 'owner' is not set"
        ),
        (
            "when_unserved = \"dim\", ", "",
            "'when_unserved' is not in effect: no control has an 'owner'"
        ),
        ("", "owner = \"\"", "'owner' has 0 bytes: expected 1 to 64"),
    ])
    func `a wrong owner is reported`(strip: String, control: String, message: String) {
        let comma = control.isEmpty ? "" : ", "
        let file = PanelFile(
            text: "[[pages]]\nid = \"p\"\nstrips = [{ id = \"s\", \(strip)controls = "
                + "[{ id = \"c\", type = \"knob\"\(comma)\(control) }] }]\n", name: "t.toml")
        #expect((file.errors + file.warnings).map(\.message) == [message])
    }
}
