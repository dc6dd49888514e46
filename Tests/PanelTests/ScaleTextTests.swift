import Controls
import Testing

@testable import Panel

/// The texts of values and marks that follow from the range, the steps and the taper.
struct ScaleTextTests {
    private func scale(_ options: String) throws -> ScaleDescription {
        let panel = try panel(of: #"{ id = "a", type = "slider", \#(options) }"#)
        let kind = panel.pages[0].strips[0].controls[0].kind
        return try #require((kind as? SliderDescription)?.scale)
    }

    @Test(arguments: [
        ("min = -1, max = 1", 0.25, "R0.25"), ("min = -1, max = 1", -0.49, "L0.49"),
        ("min = -1, max = 1", 0, "C"), ("min = -100, max = 100", 25.3, "R25"),
        ("min = -1, max = 1, step = 0.1", 0.5, "R0.5"),
        ("min = -1, max = 1, decimals = 1", 0.25, "R0.3"),
    ])
    func `a position of a small range has decimals`(
        options: String, value: Double, text: String
    ) throws {
        #expect(try scale("format = \"pan\", " + options).text(of: .number(value)) == text)
    }

    private static let decades: [Double] = [
        0.001, 0.01, 0.1, 1, 10, 100, 1000, 10_000, 100_000, 1_000_000,
    ]
    private static let tenths: [Double] = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]

    private static let marks: [(options: String, marks: [Double])] = [
        (
            "unit = \"Hz\", min = 20, max = 20000, taper = \"log\"",
            [20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000.0]
        ),
        (
            "min = 0.01, max = 100, taper = \"log\"",
            [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]
        ),
        ("min = 0.001, max = 1e6, taper = \"log\"", decades),
        ("min = 100, max = 400, taper = \"log\"", [100, 150, 200, 250, 300, 350, 400]),
        ("min = 0, max = 7, step = 1", [0, 1, 2, 3, 4, 5, 6, 7]),
        ("min = 0, max = 127, step = 1", [0, 20, 40, 60, 80, 100, 120, 127]),
        ("min = 0, max = 10, step = 3", [0, 3, 6, 9, 10]),
        ("min = 1, max = 101, step = 4", [1, 21, 41, 61, 81, 101]),
        ("min = 0, max = 1", tenths),
        ("min = -12, max = 12", [-12, -9, -6, -3, 0, 3, 6, 9, 12]),
        ("min = -9, max = 9, step = 1", [-9, -6, -3, 0, 3, 6, 9]),
        ("min = -16, max = 16, step = 0.5", [-16, -12, -8, -4, 0, 4, 8, 12, 16]),
        ("min = -15, max = 15", [-15, -10, -5, 0, 5, 10, 15]),
        ("min = 0, max = 360, step = 1", [0, 60, 120, 180, 240, 300, 360]),
        ("min = -14, max = 14, step = 1", [-14, -10, -5, 0, 5, 10, 14]),
        ("unit = \"dB\", min = -60, max = 0, step = 20", [-60, -40, -20, 0]),
        ("min = 0, max = 4.9e-324", [0, .leastNonzeroMagnitude]),
    ]

    @Test(arguments: marks)
    func `marks are round numbers that the control can have`(
        options: String, marks: [Double]
    ) throws {
        let ticks = try scale(options).ticks
        #expect(ticks.count == marks.count, "\(ticks)")
        #expect(zip(ticks, marks).allSatisfy { abs($0 - $1) < 1e-9 * max(1, abs($1)) }, "\(ticks)")
    }

    @Test func `no scale has a mark that is out of reach, or too many of them`() throws {
        for taper in ["linear", "log", "power"] {
            for step in ["", ", step = 1", ", step = 0.3", ", step = 7"] {
                for (least, most) in [(1.0, 8.0), (0.3, 300), (20, 21000), (3, 1003.5)] {
                    let options = "taper = \"\(taper)\", min = \(least), max = \(most)\(step)"
                    let scale = try scale(options)
                    #expect((2...32).contains(scale.ticks.count), "\(options)")
                    for tick in scale.ticks {
                        #expect(scale.nearest(to: .number(tick)) == .number(tick), "\(options)")
                    }
                }
            }
        }
    }

    @Test(arguments: [
        (
            "unit = \"Hz\", min = 20, max = 20000, taper = \"log\"",
            "20 50 100 200 500 1k 2k 5k 10k 20k"
        ),
        ("min = -100, max = 100, step = 50, format = \"pan\"", "L100 L50 C R50 R100"),
        ("min = 0, max = 0.005, step = 0.001", "0 0.001 0.002 0.003 0.004 0.005"),
        ("min = 0, max = 1, step = 0.25", "0 0.25 0.5 0.75 1"),
    ])
    func `marks are written as the value is`(options: String, texts: String) throws {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [
                  { id = "a", type = "slider", tick_labels = true, \(options) } ] }]
                """)
        let slider = try #require(desk.panel["s.a"]?.view as? Slider)
        #expect(slider.tickTexts.joined(separator: " ") == texts)
    }
}
