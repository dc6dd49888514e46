import Controls
import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Plots of a panel file, and the points that clients send them.
struct PlotTypeTests {
    private func panel(_ controls: String) throws -> Panel {
        try Panel(
            PanelTests.panel(of: controls), width: 400, height: 480, fonts: FontCollection())
    }

    private func plot(_ options: String) throws -> Plot {
        let panel = try panel("{ id = \"p\", type = \"plot\", \(options) }")
        return try #require(panel["s.p"]?.view as? Plot)
    }

    @Test func `a plot takes every option of the file`() throws {
        let plot = try plot(
            """
            style = "filled", stale_ms = 800, grid = false, tick_labels = false, \
            color = "#ff8800", \
            x = { scale = "log", min = 50, max = 5000, unit = "Hz", first = 0, last = 24000, spacing = "linear" }, \
            y = { scale = "db", min = -60, max = 12 }
            """)
        #expect(plot.style == .filled && plot.staleTimeout == .milliseconds(800))
        #expect(!plot.showsGrid && !plot.showsNumbers)
        #expect(plot.xAxis == PlotAxis(.logarithmic, from: 50, to: 5000, unit: "Hz"))
        #expect(plot.yAxis == PlotAxis(.decibels, from: -60, to: 12, unit: "dB"))
        #expect(plot.extent == 0...24000 && plot.hasEqualSteps)
        #expect(plot.color == Color(hex: "#ff8800"))
    }

    @Test func `a plot without options goes from 0 to 1, and a scale has its own ends`() throws {
        let plain = try plot("label = \"\"")
        #expect(plain.xAxis == .unit && plain.yAxis == .unit && plain.style == .line)
        #expect(plain.staleTimeout == .milliseconds(500) && plain.extent == nil)
        #expect(plain.showsGrid && plain.showsNumbers && plain.font != nil)
        let scaled = try plot("x = { scale = \"log\" }, y = { scale = \"db\" }")
        #expect(scaled.xAxis == PlotAxis(.logarithmic, from: 20, to: 20000))
        #expect(scaled.yAxis == PlotAxis(.decibels, from: -90, to: 0, unit: "dB"))
        #expect(try plot("style = \"waveform\"").staleTimeout == nil)
    }

    @Test(arguments: [
        ("style = \"dots\"", "unknown style 'dots'; known are line, filled, bars, waveform"),
        ("x = { scale = \"dB\" }", "unknown scale 'dB'; known are linear, log, db; did you mean"),
        ("x = { min = 1 }", "'min' is 1 and 'max' is 1: 'min' must be below 'max'"),
        ("y = { min = 3, max = 2 }", "'min' is 3 and 'max' is 2: 'min' must be below 'max'"),
        (
            "x = { scale = \"log\", min = 0 }",
            "'min' is 0: a logarithmic axis begins above 0"
        ),
        (
            "x = { first = 2, last = 1 }",
            "'first' is 2 and 'last' is 1: 'first' must be below 'last'"
        ),
        (
            "x = { scale = \"log\", first = 0, last = 100 }",
            "'first' is 0: the points of a logarithmic axis are above 0"
        ),
        (
            "style = \"waveform\", y = { min = -1 }",
            "the y axis begins at -1: that of a waveform has magnitudes"
        ),
        ("y = { first = 0 }", "unknown key 'first'"),
        ("enabled = false", "'enabled' has no effect: a plot cannot be moved by fingers"),
    ])
    func `a wrong option of a plot is reported with its position`(
        options: String, message: String
    ) {
        let file = file(of: "{ id = \"p\", type = \"plot\", \(options) }")
        let notes = (file.errors + file.warnings).map(\.description)
        #expect(notes.count == 1 && notes[0].hasPrefix("t.toml:4:"), "\(notes)")
        #expect(notes.first?.contains(message) == true, "\(notes)")
    }

    @Test(arguments: ["x = { spacing = \"linear\" }", "x = { first = 1 }"])
    func `an option of an axis without effect is reported`(options: String) {
        let file = file(of: "{ id = \"p\", type = \"plot\", \(options) }")
        #expect(file.errors.isEmpty)
        #expect(file.warnings.count == 1 && file.warnings[0].description.contains("not in effect"))
    }

    @Test func `a panel has at most 256 plots`() throws {
        let text = { (more: Int) in
            """
            [[pages]]
            id = "p"
            strips = [
              { id = "s{n}", count = 128, controls = [{ id = "p", type = "plot" }] },
              { id = "t{n}", count = \(more), controls = [{ id = "p", type = "plot" }] },
            ]
            """
        }
        #expect(PanelFile(text: text(128), name: "t.toml").errors.isEmpty)
        let errors = PanelFile(text: text(129), name: "t.toml").errors.map(\.description)
        #expect(
            errors.count == 1 && errors[0].contains("257 plots: at most 256 are allowed"),
            "\(errors)")
    }

    @Test func `a client learns what a plot is`() throws {
        let panel = try panel(
            "{ id = \"p\", type = \"plot\", style = \"bars\", x = { scale = \"log\", unit = \"Hz\" } }"
        )
        let info = try #require(panel["s.p"]?.info)
        #expect(info.type == "plot" && info.access == .writeOnly && info.state == nil)
        #expect(
            info.axes.map(\.part) == ["x", "y"] && info.axes.map(\.taper) == ["log", "linear"])
        #expect(info.axes[0].minimum == 20 && info.axes[0].maximum == 20000)
        #expect(info.axes[0].unit == "Hz")
        #expect(info.settings == [.init("style", .text("bars"))])
    }

    @Test func `points reach the plots that they name, and the newest are shown`() throws {
        let panel = try panel(
            "{ id = \"a\", type = \"plot\" }, { id = \"b\", type = \"plot\" }, { id = \"k\", type = \"knob\" }"
        )
        let (a, b) = (
            try #require(panel["s.a"]?.view as? Plot), try #require(panel["s.b"]?.view as? Plot)
        )
        try panel.show([PlotPoints(control: "s.a", points: [1, 2])], at: .seconds(1))
        #expect(throws: RequestError(.badRequest, "s.k is no plot", field: "v")) {
            try panel.show(
                [
                    PlotPoints(control: "s.k", points: [0]),
                    PlotPoints(control: "s.a", points: [3]),
                    PlotPoints(control: "s.b", points: [4, 5]),
                ], at: .seconds(1))
        }
        #expect(a.points == [3] && b.points == [4, 5])
        #expect(panel.nextDeadline == .milliseconds(1500))
        panel.advance(to: .milliseconds(1500))
        #expect(a.points.isEmpty && b.points.isEmpty && panel.nextDeadline == nil)
    }

    @Test func `points redraw only their plot, and on a hidden page nothing`() throws {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "one"
                strips = [{ id = "s", controls = [{ id = "p", type = "plot" }, { id = "k", type = "knob" }] }]
                [[pages]]
                id = "two"
                strips = [{ id = "t", controls = [{ id = "p", type = "plot", style = "waveform" }] }]

                """)
        let glass = desk.glass
        let frame = try #require(desk.panel["s.p"]?.view.frameInWindow)
        try desk.panel.show([PlotPoints(control: "s.p", points: [0, 1])], at: glass.now)
        let damage = glass.nextFrame()
        #expect(!damage.isEmpty)
        #expect(damage.rects.allSatisfy { frame.contains(Rect($0)) })
        glass.wait(.seconds(1))
        _ = glass.nextFrame()
        try desk.panel.show([PlotPoints(control: "t.p", points: [0, 1])], at: glass.now)
        #expect(!desk.panel.window.needsFrame && desk.panel.nextDeadline == nil)
        desk.panel.show(page: "two")
        desk.wait(50)
        _ = glass.nextFrame()
        #expect(glass.missedPixels.isEmpty)
        #expect((desk.panel["t.p"]?.view as? Plot)?.points == [0, 1])
    }
}
