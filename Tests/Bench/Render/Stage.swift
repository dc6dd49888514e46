import Controls
import Drawing
import Panel
import PanelProtocol

/// A panel that is drawn as the daemon draws it: a frame is what changed since the last one, and
/// all of it is copied to the buffer that a screen would show, or drawn there at once.
final class Stage {
    private let panel: Panel
    /// What is drawn into: the buffer, or a shadow of it.
    private let canvas: Bitmap
    private let memory: UnsafeMutableRawPointer
    /// What a screen would show, its rows as close to each other as most drivers have them.
    let scanout: Bitmap
    private var now = Duration.seconds(1)
    /// How many pixels the last frame has changed.
    private(set) var damagedPixels = 0

    init(_ text: String, _ desk: BenchPanels, isDirect: Bool) throws {
        let file = PanelFile(text: text, name: "bench.toml")
        guard let description = file.panel else { throw BenchError("\(file.errors)") }
        panel = try Panel(
            description, width: desk.width, height: desk.height, fonts: FontCollection())
        memory = .allocate(byteCount: desk.byteCount, alignment: 4096)
        scanout = Bitmap(
            borrowing: memory, width: desk.width, height: desk.height, stride: desk.width * 4,
            format: .xrgb32)
        canvas =
            isDirect
            ? scanout : Bitmap(width: desk.width, height: desk.height, format: .xrgb32)
        drawWhole()
    }

    deinit { memory.deallocate() }

    /// Draws the next frame of a display of 60 Hz.
    func drawFrame() { drawFrame(of: Region()) }

    /// Draws all of the picture again.
    func drawWhole() { drawFrame(of: Region(canvas.bounds)) }

    private func drawFrame(of owed: consuming Region) {
        now += .nanoseconds(16_666_667)
        if let deadline = panel.nextDeadline, deadline <= now { panel.advance(to: now) }
        var damage = owed
        panel.window.update(damage: &damage, at: now)
        damage.formIntersection(canvas.bounds)
        damagedPixels = damage.area
        guard !damage.isEmpty else { return }
        panel.window.draw(damage, into: canvas)
        if canvas !== scanout {
            canvas.copyPixels(of: damage, to: memory, bytesPerRow: scanout.stride)
        }
    }

    /// What the picture would be if it were drawn at once.
    var drawnAtOnce: Bitmap {
        let bitmap = Bitmap(width: canvas.width, height: canvas.height, format: .xrgb32)
        panel.window.draw(Region(bitmap.bounds), into: bitmap)
        return bitmap
    }

    /// Sets a control's value, as a program does that has the control.
    func set(_ control: String, to value: ControlValue) { self.control(control).put(value) }

    /// Sets a control's value as a client does, which includes the event, the state and the
    /// undoing.
    func request(_ control: String, _ value: ControlValue) {
        do throws(RequestError) {
            _ = try panel.apply(
                SetRequest(control: control, change: .value(value)),
                from: .client("bench", name: nil), at: now)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private func control(_ id: String) -> PanelControl {
        guard let control = panel[id] else { preconditionFailure("no control \(id)") }
        return control
    }

    /// Shows a level on both channels of every meter.
    func showLevels(_ decibels: Double) {
        let levels = panel.controls.map {
            MeterLevels(control: $0.id, decibels: [decibels, decibels - 3])
        }
        do throws(RequestError) {
            try panel.show(levels, at: now)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

/// Why nothing could be measured.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
