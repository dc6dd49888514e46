import Drawing
import EventLoop

/// A picture of what a screen shows, which becomes a PNG between the other things that the event
/// loop has to do: no touch and no frame waits for more of it than a quarter of a millisecond.
final class ScreenCapture {
    /// How long may be worked at it at a time.
    private static let slice = Duration.microseconds(250)

    /// Whether something else is shown by now.
    var isOutdated = false

    private let width: Int
    private let height: Int
    private let encoder: PNGEncoder
    private let loop: EventLoop
    /// Who is told, in the order of asking.
    private var completions: [Completion]
    private let ended: () throws -> Void
    private var timer: EventSource?

    /// Takes the picture, or why there is none.
    typealias Completion = (Result<PanelPicture, any Error>) -> Void

    /// Copies a picture, and encodes the copy from the event loop on.
    ///
    /// - Parameters:
    ///   - completions: called once each, from the event loop.
    ///   - ended: called before them; it may release the capture.
    init(
        of picture: Bitmap, for completions: [Completion], loop: EventLoop,
        ended: @escaping () throws -> Void
    ) throws {
        let copy = Bitmap(width: picture.width, height: picture.height, format: .xrgb32)
        copy.copy(from: picture)
        (width, height) = (copy.width, copy.height)
        encoder = try PNGEncoder(copy)
        self.completions = completions
        self.loop = loop
        self.ended = ended
        timer = try loop.timer(at: loop.now, priority: .idle) { [unowned self] _ in try goOn() }
    }

    /// Gives the picture to one more.
    func add(_ completion: @escaping Completion) {
        completions.append(completion)
    }

    /// Tells everyone that there will be no picture.
    func abandon(_ reason: any Error) {
        timer = nil
        for completion in completions { completion(.failure(reason)) }
    }

    private func goOn() throws {
        guard let result = encodeSlice() else {
            try timer?.fire(at: loop.now)
            return
        }
        let completions = completions
        try ended()
        for completion in completions { completion(result) }
    }

    /// Works at it for a slice of time; nil if there is more to be done.
    private func encodeSlice() -> Result<PanelPicture, any Error>? {
        let end = loop.exactTime + Self.slice
        do {
            repeat {
                if let file = try encoder.encode(rows: 1) {
                    return .success(PanelPicture(width: width, height: height, file: file))
                }
            } while loop.exactTime < end
            return nil
        } catch {
            return .failure(error)
        }
    }
}
