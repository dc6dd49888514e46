/// The panel files that are drawn, all in the dark theme.
struct BenchPanels {
    let width: Int
    let height: Int

    /// How the picture is called in the results.
    var size: String { "\(width)x\(height)" }

    /// The pixels of the picture, in bytes.
    var byteCount: Int { width * height * 4 }

    private var isSmall: Bool { height < 1000 }

    /// Eight strips of a name, a knob over a circle of 270°, its value, a fader, a mute button and
    /// a range slider.
    ///
    /// Below the fader is no value: it is left to a label that is not visible.
    ///
    /// - Parameter isKnobRead: whether the label says what the knob is set to.
    func mixer(isKnobRead: Bool) -> String {
        let knob = isSmall ? 120 : 200
        // Of which the track takes up 428 or 578.
        let fader = isSmall ? 458 : 608
        // What is above and below, with 8 pixels between each two.
        let left = 8
        var y = 34
        func place(_ width: Int, _ height: Int) -> String {
            defer { y += height + 8 }
            return "at = [\(left), \(y), \(width), \(height)]"
        }
        return """
            version = 1
            name = "bench"
            [theme]
            base = "dark"
            font_px = 16
            [[pages]]
            id = "desk"
            strips = [{ id = "ch{n}", count = 8, label = "Ch {n}", controls = [
              { id = "knob",  type = "knob", \(place(knob, knob)), max = 100, default = 50, unit = "%" },
              { id = "value", type = "label", \(place(knob, 24)), \(isKnobRead ? "shows = \"knob\"" : "text = \"50 %\"") },
              { id = "fader", type = "slider", \(place(knob, fader)), max = 100, default = 50, unit = "%" },
              { id = "level", type = "label", shows = "fader", visible = false, at = [\(left), 0, \(knob), 24] },
              { id = "mute",  type = "switch", label = "Mute", \(place(knob, 40)) },
              { id = "range", type = "range", \(place(knob, 40)), max = 100, default = { low = 30, high = 70 } },
            ] }]
            """
    }

    /// Sixteen meters of two channels.
    var meters: String {
        """
        version = 1
        name = "bench"
        [theme]
        base = "dark"
        [[pages]]
        id = "meters"
        strips = [{ id = "ch{n}", count = 16, label = "{n}", controls = [
          { id = "meter", type = "meter", channels = 2 },
        ] }]
        """
    }

    /// A page of knobs that are alike, whatever their number: 8, 64 or 512.
    func knobs(_ count: Int) -> String {
        let controls = (0..<count / 8).map { number in
            """
              { id = "knob\(number)", type = "knob", max = 100, default = 50, \
            at = [\(number % 4 * 36), \(30 + number / 4 * 44), 36, 36] },
            """
        }
        return """
            version = 1
            name = "bench"
            [theme]
            base = "dark"
            font_px = 12
            [[pages]]
            id = "knobs"
            strips = [{ id = "ch{n}", count = 8, label = "Ch {n}", controls = [
            \(controls.joined(separator: "\n"))
            ] }]
            """
    }
}
