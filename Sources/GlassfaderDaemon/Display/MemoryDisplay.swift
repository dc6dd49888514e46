import Drawing
import EventLoop

/// A display without a screen: a bitmap that is drawn into directly, as on a card with one buffer.
/// Vertical blanks are simulated.
final class MemoryDisplay: Display {
    /// The picture; black at first.
    let shown: Bitmap
    let refreshInterval: Duration
    let millimetres: Size?
    let connector: String? = nil
    /// Vertical blanks are simulated by a timer.
    let isSynchronized = true
    let rotation = 0
    let mounting = 0

    private let loop: EventLoop
    private var clock: FrameClock
    private var pending: Frame?
    private var verticalBlank: EventSource?

    /// A picture that waits for its vertical blank.
    private struct Frame {
        let picture: Bitmap
        let damage: Region
        let time: Duration
        let completion: PresentationHandler
    }

    /// Makes a black display of a size in pixels.
    init(
        loop: EventLoop, width: Int, height: Int,
        refreshInterval: Duration = FrameClock.standardInterval, millimetres: Size? = nil
    ) throws {
        self.loop = loop
        self.refreshInterval = refreshInterval
        self.millimetres = millimetres
        shown = Bitmap(width: width, height: height, format: .xrgb32)
        clock = FrameClock(refreshInterval: refreshInterval)
        verticalBlank = try loop.timer(at: nil) { [unowned self] _ in try show() }
    }

    var name: String { "memory, \(shown.width)x\(shown.height)" }

    var bounds: PixelRect { shown.bounds }

    func prepareCanvas(for damage: Region) -> Bitmap? { shown }

    func present(
        _ shadow: Bitmap, damage: Region, completion: @escaping PresentationHandler
    ) throws {
        precondition(pending == nil, "a frame was presented while another one was pending")
        precondition(shadow.bounds == bounds, "the frame must have the size of the display")
        let time = clock.nextPresentation(after: loop.now)
        try verticalBlank?.fire(at: time)
        pending = Frame(picture: shadow, damage: damage, time: time, completion: completion)
    }

    private func show() throws {
        guard let frame = pending else { return }
        pending = nil
        if frame.picture !== shown { shown.copy(from: frame.picture, clippedTo: frame.damage) }
        _ = clock.presented(at: frame.time, isVerticalBlank: true)
        try frame.completion(.success(frame.time))
    }
}
