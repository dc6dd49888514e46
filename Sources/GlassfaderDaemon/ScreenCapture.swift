import Drawing
import EventLoop

/// A picture of what a screen shows, which becomes a PNG between the other things that the event
/// loop has to do: no touch and no frame waits for more of it than a quarter of a millisecond.
final class ScreenCapture {
    /// How long may be worked at it at a time.
    private static let slice = Duration.microseconds(250)

    private let encoder: PNGEncoder
    private let loop: EventLoop
    private let completion: (Result<[UInt8], any Error>) -> Void
    private var timer: EventSource?

    /// Copies a picture, and encodes the copy from the event loop on.
    ///
    /// - Parameter completion: called once, from the event loop; it may release the capture.
    init(
        of picture: Bitmap, loop: EventLoop,
        completion: @escaping (Result<[UInt8], any Error>) -> Void
    ) throws {
        let copy = Bitmap(width: picture.width, height: picture.height, format: .xrgb32)
        copy.copy(from: picture)
        encoder = try PNGEncoder(copy)
        self.loop = loop
        self.completion = completion
        timer = try loop.timer(at: loop.now, priority: .idle) { [unowned self] _ in try goOn() }
    }

    private func goOn() throws {
        do {
            let end = loop.exactTime + Self.slice
            repeat {
                if let data = try encoder.encode(rows: 1) {
                    return completion(.success(data))
                }
            } while loop.exactTime < end
        } catch {
            return completion(.failure(error))
        }
        try timer?.fire(at: loop.now)
    }
}
