import Drawing
import Glibc
import PanelProtocol

/// Measures every row at one size of picture.
struct RenderBench {
    private let desk: BenchPanels
    private var cases: [Case] = []
    private var set = TimeTaken()
    private var copy = TimeTaken()

    /// - Parameters:
    ///   - row: The only row to measure; `nil` for all.
    ///   - isDirect: Whether the buffer is drawn into, and not copied to.
    init(_ desk: BenchPanels, row: String?, isDirect: Bool) throws {
        self.desk = desk
        func stage(_ panel: String) throws -> Stage {
            try Stage(panel, desk, isDirect: isDirect)
        }
        let mixer = try stage(desk.mixer(isKnobRead: true))
        let unread = try stage(desk.mixer(isKnobRead: false))
        let meters = try stage(desk.meters)
        cases = [
            Case("nothing changed", on: mixer) { _ in mixer.drawFrame() },
            Case("full redraw", on: mixer) { _ in mixer.drawWhole() },
            Case("knob step", on: unread) {
                unread.set("ch1.knob", to: Case.percent($0))
                unread.drawFrame()
            },
            Case("knob step + label", on: mixer) {
                mixer.set("ch1.knob", to: Case.percent($0))
                mixer.drawFrame()
            },
            Case("fader step", on: mixer) {
                mixer.set("ch1.fader", to: Case.percent($0))
                mixer.drawFrame()
            },
            Case("range-slider end", on: mixer) {
                mixer.set("ch1.range", to: .range(low: Double(Case.sweep($0, to: 50)), high: 70))
                mixer.drawFrame()
            },
            Case("8 knobs + 8 faders", on: unread) {
                Self.moveAll($0) { unread.set($0, to: $1) }
                unread.drawFrame()
            },
            Case("8 knobs + 8 faders + 8 labels", on: mixer) {
                Self.moveAll($0) { mixer.set($0, to: $1) }
                mixer.drawFrame()
            },
            Case("the same by requests", on: mixer) {
                Self.moveAll($0) { mixer.request($0, $1) }
                mixer.drawFrame()
            },
            Case("16 stereo meters", on: meters) {
                // As often as a client measures, and falling in between.
                if $0 % 60 == 0 { meters.showLevels(0) }
                meters.drawFrame()
            },
        ]
        for count in [8, 64, 512] {
            let knobs = try stage(desk.knobs(count))
            cases.append(
                Case("knob step, \(count) controls on the page", on: knobs) {
                    knobs.set("ch1.knob0", to: Case.percent($0))
                    knobs.drawFrame()
                })
        }
        if let row { cases.removeAll { $0.name != row } }
    }

    private static func moveAll(_ frame: Int, _ set: (String, ControlValue) -> Void) {
        for channel in 0..<8 {
            let value = Case.percent(frame + channel * 25)
            set("ch\(channel + 1).knob", value)
            set("ch\(channel + 1).fader", value)
        }
    }

    /// Draws every row's frames in turn, again and again: what else the machine does meets them
    /// all.
    mutating func run(rounds: Int) {
        for index in cases.indices { cases[index].warmUp() }
        let memory = (Memory(desk.byteCount), Memory(desk.byteCount))
        for _ in 0..<rounds {
            memory.0.fill()
            set.measure(runs: 2) { _ in memory.0.fill() }
            memory.1.copy(memory.0)
            copy.measure(runs: 2) { _ in memory.1.copy(memory.0) }
            for index in cases.indices { cases[index].measure() }
        }
    }

    /// The results, as one line for each row.
    func lines(isJSON: Bool) -> [String] {
        let print = RowPrinter(size: desk.size, isJSON: isJSON)
        var lines =
            [
                print.line("memset of the buffer", set, set, copy, pixels: nil),
                print.line("memcpy of the buffer", copy, set, copy, pixels: nil),
            ]
            + cases.map { print.line($0.name, $0.watch, set, copy, pixels: $0.pixelsPerFrame) }
        if let few = cases.first(where: { $0.name.hasSuffix(", 8 controls on the page") }),
            let many = cases.first(where: { $0.name.hasSuffix(", 512 controls on the page") })
        {
            lines.append(
                print.line(
                    "knob step, 512 controls on the page ÷ 8 controls",
                    ratio: many.watch.median / few.watch.median))
        }
        return lines
    }

    /// Checks that what was drawn bit by bit is what is drawn at once: a bench of wrong pictures
    /// would be of no use.
    func checkPictures() throws {
        for one in cases {
            let whole = one.stage.drawnAtOnce
            guard whole.differingPixels(from: one.stage.scanout).isEmpty else {
                throw BenchError("\(one.name): the picture differs from one that is drawn at once")
            }
        }
    }

    /// The pictures, to be looked at.
    var pictures: [(name: String, bitmap: Bitmap)] {
        cases.map { (name: $0.name, bitmap: $0.stage.scanout) }
    }
}
