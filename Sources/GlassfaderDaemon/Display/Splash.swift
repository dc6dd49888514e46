import Drawing
import Panel

/// The picture that a display shows while the daemon starts.
///
/// The display shows it before the panel is made, and until the panel is ready. A display that is
/// found later shows the panel at once, and so does a card that still shows the last picture of an
/// earlier process.
final class Splash {
    private let image: Image
    private let background: Color
    private let rotation: Int?
    /// The display as it was found, and the one that shows the picture upright.
    private var display: (found: any Display, upright: any Display)?
    /// Whether the picture has been submitted and is not visible yet.
    private var isPending = false
    private var next: ((any Display) throws -> Void)?

    /// Shows the panel file's picture; `nil` if it has none, or if there is no display for it.
    init?(
        _ description: PanelDescription, on displays: DisplayFinder,
        log: Log
    ) throws {
        guard let path = description.display.splash else { return nil }
        do throws(ImageError) {
            image = try Image(contentsOfFile: path)
        } catch {
            log("\(error)", .warning)
            return nil
        }
        background = description.theme.theme.background
        rotation = description.display.rotation
        displays.onFound = { [unowned self, unowned displays] display in
            self.display = (display, display)
            if !displays.hasTakenOver { show(on: display) }
        }
        try displays.search()
        displays.onFound = nil
        guard display != nil else { return nil }
    }

    private func show(on found: any Display) {
        let upright = TurnedDisplay.showing(at: rotation ?? found.mounting, on: found)
        display = (found, upright)
        let whole = Region(upright.bounds)
        let picture =
            upright.prepareCanvas(for: whole)
            ?? Bitmap(width: upright.bounds.width, height: upright.bounds.height, format: .xrgb32)
        draw(Context(picture))
        // A display that cannot show the splash cannot show the panel either, and the panel reports
        // that.
        isPending =
            (try? upright.present(picture, damage: whole) { [weak self] _ in try self?.wasShown() })
            != nil
    }

    /// Draws the background, and the image in its middle, scaled down if it does not fit.
    private func draw(_ context: Context) {
        let bounds = Rect(
            x: 0, y: 0, width: Double(context.bitmap.width), height: Double(context.bitmap.height))
        context.fill(bounds, background)
        let scale = min(
            1, bounds.width / image.size.width, bounds.height / image.size.height)
        let size = Size(width: image.size.width * scale, height: image.size.height * scale)
        context.draw(
            image,
            in: Rect(
                x: ((bounds.width - size.width) / 2).rounded(),
                y: ((bounds.height - size.height) / 2).rounded(),
                width: size.width, height: size.height))
    }

    private func wasShown() throws {
        isPending = false
        try passOn()
    }

    /// Calls `next` with the display as soon as it can take another picture.
    func end(_ next: @escaping (any Display) throws -> Void) throws {
        self.next = next
        if !isPending { try passOn() }
    }

    private func passOn() throws {
        guard let display, let next else { return }
        self.next = nil
        try next(display.found)
    }
}
