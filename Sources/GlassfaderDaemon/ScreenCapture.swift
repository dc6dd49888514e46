import Drawing
import EventLoop

/// A copy of a screen's picture, encoded as PNG in slices, so that no touch and no frame waits
/// longer than a slice.
final class ScreenCapture {
    /// How long to encode before the loop handles other events.
    private static let slice = Duration.microseconds(250)

    /// Whether the picture on the screen has changed since.
    var isOutdated = false

    private let width: Int
    private let height: Int
    private let encoder: PNGEncoder
    private let loop: EventLoop
    /// Called with the PNG, in the order of the requests.
    private var completions: [Completion]
    private let ended: () throws -> Void
    private var timer: EventSource?

    /// Called with the picture, or with the error.
    typealias Completion = (Result<PanelPicture, any Error>) -> Void

    /// Copies a picture at once, and encodes the copy from the event loop.
    ///
    /// - Parameters:
    ///   - completions: called once each, from the event loop.
    ///   - ended: called before the completions; it may release the capture.
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
        timer = try loop.timer(at: loop.now, priority: .idle) { [unowned self] _ in
            try continueEncoding()
        }
    }

    /// Adds a further completion for this picture.
    func add(_ completion: @escaping Completion) {
        completions.append(completion)
    }

    /// Completes with an error.
    func abandon(_ reason: any Error) {
        timer = nil
        for completion in completions { completion(.failure(reason)) }
    }

    private func continueEncoding() throws {
        guard let result = encodeSlice() else {
            try timer?.fire(at: loop.now)
            return
        }
        let completions = completions
        try ended()
        for completion in completions { completion(result) }
    }

    /// Encodes for one slice of time. Returns nil if more remains to be encoded.
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
