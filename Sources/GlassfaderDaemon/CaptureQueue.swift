import Drawing
import EventLoop

/// The requests for pictures of a screen. One capture runs at a time and completes all requests for
/// the same picture; requests for a newer picture wait.
final class CaptureQueue {
    private let loop: EventLoop
    /// The requests whose capture has not begun, with the frame that shows all changes before them.
    private var waiting: [(frame: Int, completion: ScreenCapture.Completion)] = []
    private var capture: ScreenCapture?

    init(loop: EventLoop) {
        self.loop = loop
    }

    /// Adds a request for the picture of a frame or of a later one. Its completion is called from
    /// the event loop, or from `abandon(_:)`.
    func add(_ frame: Int, _ completion: @escaping ScreenCapture.Completion) {
        if let capture, !capture.isOutdated {
            capture.add(completion)
        } else {
            waiting.append((frame, completion))
        }
    }

    /// Whether a request needs a new capture.
    var isWaiting: Bool { !waiting.isEmpty }

    /// Begins a capture for the waiting requests, unless one is running. Requests for a later frame
    /// keep waiting.
    ///
    /// - Parameter ended: called from the event loop when the next capture can begin.
    func begin(
        of picture: Bitmap, inFrame frame: Int, ended: @escaping () throws -> Void
    ) throws {
        guard capture == nil else { return }
        let completions = waiting.filter { $0.frame <= frame }.map(\.completion)
        if completions.isEmpty { return }
        waiting.removeAll { $0.frame <= frame }
        do {
            capture = try ScreenCapture(of: picture, for: completions, loop: loop) {
                [unowned self] in
                capture = nil
                try ended()
            }
        } catch let error as PNGError {
            for completion in completions { completion(.failure(error)) }
        }
    }

    /// Notes that the picture on the screen has changed, or is about to.
    func pictureHasChanged() {
        capture?.isOutdated = true
    }

    /// Completes all requests with an error.
    func abandon(_ reason: any Error) {
        let completions = waiting.map(\.completion)
        waiting = []
        capture?.abandon(reason)
        capture = nil
        for completion in completions { completion(.failure(reason)) }
    }
}
