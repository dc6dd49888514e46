import Drawing
import EventLoop

/// Those who want a picture of a screen. One picture is made at a time, for all who want the same;
/// who wants a newer one waits for it.
final class CaptureQueue {
    private let loop: EventLoop
    /// Who waits for a picture that is not begun.
    private var waiting: [ScreenCapture.Completion] = []
    private var capture: ScreenCapture?

    init(loop: EventLoop) {
        self.loop = loop
    }

    /// Takes someone in, who is told from the event loop; at once, if the screen goes away.
    func add(_ completion: @escaping ScreenCapture.Completion) {
        if let capture, !capture.isOutdated {
            capture.add(completion)
        } else {
            waiting.append(completion)
        }
    }

    /// Whether a picture is to be begun when none is being made.
    var isWaiting: Bool { !waiting.isEmpty }

    /// Begins a picture for those who wait, unless another is being made.
    ///
    /// - Parameter ended: called from the event loop when the next can be begun.
    func begin(of picture: Bitmap, ended: @escaping () throws -> Void) throws {
        guard !waiting.isEmpty, capture == nil else { return }
        let completions = waiting
        waiting = []
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

    /// What the screen shows, or is to show, is another from now on.
    func pictureHasChanged() {
        capture?.isOutdated = true
    }

    /// Tells everyone that there will be no picture.
    func abandon(_ reason: any Error) {
        let completions = waiting
        waiting = []
        capture?.abandon(reason)
        capture = nil
        for completion in completions { completion(.failure(reason)) }
    }
}
