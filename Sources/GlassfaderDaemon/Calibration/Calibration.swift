import Controls
import Drawing
import Evdev
import EventLoop
import Panel
import PanelProtocol

/// Measures how a touchscreen is mounted on its screen: shows four crosses, one after the other,
/// and reads where a finger touches the device.
///
/// The touchscreen with the touch on the first cross is calibrated. Its present calibration and the
/// screen that it is assigned to have no effect.
final class Calibration {
    /// Nobody touched a cross, or the touches did not fit together.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// How long to wait for each touch.
    static let patience = Duration.seconds(60)
    /// How many times the calibration shows the crosses.
    private static let rounds = 3

    private let application: Application
    private let view: CornerCross
    private var round = 1
    private var hint = "with the tip of a finger, and lift it"
    /// The position of the touch on the device, for each cross so far.
    private var touches: [Point] = []
    /// The contact on the present cross, and all its positions.
    private var contact: (number: Int, positions: [Point])?
    private var device: TouchDevice?
    private var deadline: EventSource?
    private var result: Result<CalibrationFit, Failure>?
    /// The screen that showed the crosses.
    private var screen: DisplayInfo.Screen?

    /// Makes a calibration with the screen and the touchscreens of a panel file.
    init(_ panel: PanelDescription, options: Options, log: Log) throws {
        application = try Application(
            on: options.display, panel.display, touchedBy: options.touch, panel.input,
            isTouchedByAny: true, log: log)
        let window = application.window
        let font = try FontCollection().font(
            path: panel.theme.fontPath, fallbackPaths: panel.theme.fallbackPaths, size: 16)
        view = CornerCross(frame: window.bounds, theme: panel.theme.theme, font: font)
        window.addSubview(view)
        application.picturePath = options.screenshotPath
        application.onResize = { [unowned self] window in
            view.frame = window.bounds
            view.show(touches.count, hint: hint)
        }
        application.touchscreens.router.onContact = { [unowned self] in note($0, of: $1) }
        deadline = try application.loop.timer(at: nil) { [unowned self] _ in
            let seconds = Self.patience.components.seconds
            end(.failure(Failure(description: "nobody touched the cross for \(seconds) s")))
        }
    }

    /// Runs until fingers have touched all crosses.
    ///
    /// - Returns: The line for the setup: the touchscreen, the screen, and the matrix.
    /// - Throws: `Failure`, or what the display and the touchscreens throw.
    func run() throws -> [UInt8] {
        view.show(0, hint: hint)
        try wait()
        try application.run()
        guard let result else { throw Failure(description: "it was ended") }
        return line(try result.get())
    }

    private func wait() throws {
        try deadline?.fire(at: application.now + Self.patience)
    }

    private func end(_ result: Result<CalibrationFit, Failure>) {
        self.result = self.result ?? result
        let rotation = application.touchscreens.router.picture.rotation
        screen = (application.screen?.display).map { DisplayInfo.Screen($0, rotation: rotation) }
        application.stop()
    }

    // MARK: Touches

    private func note(_ contact: Contact, of device: TouchDevice) {
        guard result == nil, application.screen != nil, self.device ?? device === device,
            let axes = device.source.device.positionAxes
        else { return }
        let position = Point(
            x: Normalisation.share(contact.x, of: axes.x),
            y: Normalisation.share(contact.y, of: axes.y))
        switch contact.phase {
        case .began:
            if self.contact == nil { self.contact = (contact.number, [position]) }
        case .moved:
            if self.contact?.number == contact.number {
                self.contact?.positions.append(position)
            }
        case .cancelled:
            if self.contact?.number == contact.number { self.contact = nil }
        case .ended:
            guard let positions = self.contact?.positions,
                self.contact?.number == contact.number
            else { return }
            self.contact = nil
            self.device = device
            take(positions)
        }
    }

    /// Takes the touch on the present cross, and goes to the next one.
    private func take(_ positions: [Point]) {
        let count = Double(positions.count)
        touches.append(
            Point(
                x: positions.map(\.x).reduce(0, +) / count,
                y: positions.map(\.y).reduce(0, +) / count))
        if touches.count == CornerCross.places.count { fit() }
        guard result == nil else { return }
        view.show(touches.count, hint: hint)
        // If setting the timer fails, the loop fails, too.
        try? wait()
    }

    private func fit() {
        let picture = application.touchscreens.router.picture
        let toScreen = CalibrationMatrix(
            pictureRotatedBy: (360 - picture.rotation) % 360)
        let crosses = CornerCross.places.indices.map { place in
            let point = CornerCross.point(place, in: picture.size)
            let share = toScreen.apply(
                x: point.x / picture.size.width, y: point.y / picture.size.height)
            return Point(x: share.x, y: share.y)
        }
        do throws(CalibrationFit.Misfit) {
            end(.success(try CalibrationFit(touches: touches, crosses: crosses)))
        } catch {
            touches = []
            device = nil
            hint = "\(error): once more"
            round += 1
            if round > Self.rounds { end(.failure(Failure(description: "\(error)"))) }
        }
    }

    // MARK: The result

    private func line(_ fit: CalibrationFit) -> [UInt8] {
        var writer = JSONWriter()
        writer.line { writer in
            if let device {
                writer.member("touchscreen", device.name)
                writer.member("name", device.source.device.name)
                writer.member("vendor", Int(device.source.device.identity.vendor))
                writer.member("product", Int(device.source.device.identity.product))
                if let node = device.node {
                    if let port = node.pluggedInto { writer.member("port", port) }
                    if let matrix = node.calibration { writer.member("udev_calibration", matrix) }
                }
            }
            if let screen { writer.object("screen") { screen.write(to: &$0) } }
            writer.member("calibration", fit.matrix.numbers)
        }
        return writer.bytes
    }
}
