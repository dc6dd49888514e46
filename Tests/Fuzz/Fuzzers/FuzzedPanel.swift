import Drawing
import Panel
import PanelProtocol

/// A small panel with a control of each kind that has a value, and what must be true of any panel.
struct FuzzedPanel {
    static let text = """
        [[pages]]
        id = "main"
        strips = [
          { id = "ch{n}", count = 2, controls = [
            { id = "level", type = "slider", taper = "x32", unit = "dB", default = 0, step = 0.1 },
            { id = "pan", type = "knob", min = -100, max = 100, default = 0, origin = 0 },
            { id = "mute", type = "switch", label = "M" },
            { id = "meter", type = "meter" },
            { id = "plot", type = "plot", style = "filled", x = { scale = "log" } },
          ] },
          { id = "a", controls = [
            { id = "gate", type = "range", min = -60, max = 0, step = 1, min_gap = 6, default = { low = -40, high = -20 } },
            { id = "count", type = "stepper", min = 0, max = 10 },
            { id = "tap", type = "button", label = "Tap" },
          ] },
        ]
        [[pages]]
        id = "more"
        strips = [{ id = "b", controls = [
          { id = "pad", type = "xy" },
          { id = "tint", type = "color" },
        ] }]
        [[links]]
        name = "faders"
        controls = ["ch1.level", "ch2.level"]
        [[scenes]]
        name = "zero"
        values = { "ch1.level" = 0, "ch2.level" = 0 }

        """

    private let description: PanelDescription
    private let fonts = FontCollection()

    init() throws {
        let file = PanelFile(text: Self.text, name: "fuzz.toml")
        guard let panel = file.panel else {
            throw Violation(description: "the panel of the fuzzers is wrong: \(file.errors)")
        }
        description = panel
    }

    /// Uses a new one, as it is at first.
    func use(_ body: (Panel) throws -> Void) throws {
        try Self.use(body) { try Panel(description, width: 480, height: 320, fonts: fonts) }
    }

    /// Uses a panel that nobody else has: nothing may be left of it.
    static func use(_ body: (Panel) throws -> Void, made make: () throws -> Panel) throws {
        weak var rest: Panel?
        var controls: [Remainder] = []
        do {
            let panel = try make()
            rest = panel
            controls = panel.controls.map { Remainder(id: $0.id, control: $0) }
            try body(panel)
        }
        try require(rest == nil, "the panel is still there")
        let left = controls.filter { $0.control != nil }.map(\.id)
        try require(left.isEmpty, "still there: \(left)")
    }

    /// What may be left of a control.
    private struct Remainder {
        let id: String
        weak var control: PanelControl?
    }

    /// Lets time pass until the panel waits for nothing, or has been waited for long enough.
    static func settle(_ panel: Panel, from start: Duration) -> Duration {
        var time = start
        for _ in 0..<100 {
            guard let deadline = panel.nextDeadline else { break }
            time = max(time, deadline)
            panel.advance(to: time)
        }
        return time
    }

    /// What is true of a panel whatever was done to it: values are finite and in their range.
    static func examine(_ panel: Panel) throws {
        for control in panel.controls {
            guard let state = control.state else { continue }
            let info = control.info
            for number in numbers(state.value) {
                try require(number.isFinite, "\(control.id) is \(state.value)")
                if let minimum = info.minimum, let maximum = info.maximum {
                    try require(
                        number >= minimum - 1e-9 && number <= maximum + 1e-9,
                        "\(control.id) is \(state.value), not in \(minimum)...\(maximum)")
                }
            }
            for number in numbers(state.norm) {
                try require(
                    number >= -1e-9 && number <= 1 + 1e-9, "\(control.id) has norm \(state.norm)")
            }
        }
    }

    /// Draws all of it.
    static func draw(_ panel: Panel, at time: Duration) {
        let size = panel.window.bounds
        let bitmap = Bitmap(width: Int(size.width), height: Int(size.height), format: .xrgb32)
        var damage = Region()
        panel.window.update(damage: &damage, at: time)
        panel.window.draw(damage, into: bitmap)
    }

    private static func numbers(_ value: ControlValue) -> [Double] {
        switch value {
        case .number(let number): [number]
        case .parts(let parts): parts.map(\.value)
        case .text: []
        }
    }
}
