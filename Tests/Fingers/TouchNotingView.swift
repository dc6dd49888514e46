public import Controls
public import Drawing

/// A view that notes its touches.
open class TouchNotingView: View {
    /// One change of one touch.
    public struct Note {
        /// What the view was notified of.
        public let phase: Touch.Phase
        /// Where it was, in the window.
        public let point: Point
        /// When it happened.
        public let time: Duration
        /// Why it was cancelled, if it was.
        public let reason: Touch.CancellationReason?
    }

    /// All changes so far, unless `readNotes()` removed them.
    public private(set) var notes: [Note] = []

    /// The phases of these changes.
    public var phases: [Touch.Phase] { notes.map(\.phase) }

    /// The changes since the last call.
    public func readNotes() -> [Note] {
        defer { notes = [] }
        return notes
    }

    override open func touchesBegan(_ touches: [Touch]) { note(touches, .began) }
    override open func touchesMoved(_ touches: [Touch]) { note(touches, .moved) }
    override open func touchesEnded(_ touches: [Touch]) { note(touches, .ended) }
    override open func touchesCancelled(_ touches: [Touch]) { note(touches, .cancelled) }

    private func note(_ touches: [Touch], _ phase: Touch.Phase) {
        notes += touches.map { touch in
            Note(
                phase: phase, point: touch.location(in: nil), time: touch.timestamp,
                reason: touch.cancellationReason)
        }
    }
}
