import Controls
import Drawing
import Glibc
import Panel

/// A panel of many controls, and how long it took to start it and to reload it.
struct BuildCase {
    /// How many controls it has.
    let controls: Int
    /// Milliseconds of processor time until the first picture: the file, the controls, the values
    /// that were kept, the layout and the picture.
    let start: Double
    /// The same for a file in the place of another that says the same, until the next picture.
    let reload: Double

    /// Measures a panel of `controls` controls, `onPage` of them at most on a page.
    init(controls: Int, onPage: Int) throws {
        self.controls = controls
        let text = Self.text(controls: controls, onPage: onPage)
        let shadow = Bitmap(width: 1280, height: 800, format: .xrgb32)
        var starts: [Double] = []
        var reloads: [Double] = []
        for _ in 0..<3 {
            var begin = Self.processorTime
            let panel = try Panel(
                Self.description(text), width: shadow.width, height: shadow.height,
                fonts: FontCollection())
            precondition(panel.controls.count == controls)
            panel.restore(panel.state, at: .seconds(1))
            Self.draw(panel, in: shadow, at: .seconds(1))
            starts.append(Self.processorTime - begin)
            begin = Self.processorTime
            panel.reload(try Self.description(text), from: nil, at: .seconds(2))
            Self.draw(panel, in: shadow, at: .seconds(2))
            reloads.append(Self.processorTime - begin)
        }
        start = starts.min() ?? 0
        reload = reloads.min() ?? 0
    }

    static func description(_ text: String) throws -> PanelDescription {
        let file = PanelFile(text: text, name: "bench.toml")
        guard let description = file.panel else {
            throw BuildError(file.errors.first?.description ?? "")
        }
        return description
    }

    /// Draws what changed.
    static func draw(_ panel: Panel, in bitmap: Bitmap, at time: Duration) {
        var damage = Region()
        panel.window.update(damage: &damage, at: time)
        damage.formIntersection(bitmap.bounds)
        panel.window.draw(damage, into: bitmap)
    }

    /// Strips of a fader, a knob, two keys and a label that shows the fader.
    private static func text(controls: Int, onPage: Int) -> String {
        var text = "version = 1\n"
        var strip = 0
        while strip * 5 < controls {
            let strips = min(onPage, controls - strip * 5) / 5
            text += "[[pages]]\nid = \"page\(strip)\"\nstrips = [\n"
            for number in strip + 1...strip + strips {
                let column = (number - 1) % 50
                let row = (number - 1) / 50 % 20
                text += """
                    { id = "ch\(number)", label = "Ch \(number)", \
                    at = [\(column * 25), \(row * 40), 25, 40], controls = [
                      { id = "level", type = "slider", unit = "dB", taper = "ardour" },
                      { id = "pan", type = "knob", min = -50, max = 50 },
                      { id = "mute", type = "button", label = "M", groups = ["mutes"] },
                      { id = "solo", type = "button", label = "S" },
                      { id = "text", type = "label", shows = "ch\(number).level" },
                    ] },

                    """
            }
            text += "]\n"
            strip += strips
        }
        return text
    }

    /// Milliseconds of processor time so far.
    static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}

/// Why nothing could be measured.
struct BuildError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
