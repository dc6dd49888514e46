/// A view of no size that has only a deadline. The deadline passes even while the view is hidden.
final class DeadlineView: View {
    /// Called when the deadline has passed.
    private let action: (Duration) -> Void

    /// - Parameter action: Called when the deadline has passed, with the present time.
    init(_ action: @escaping (Duration) -> Void) {
        self.action = action
        super.init(frame: .zero)
        isUserInteractionEnabled = false
    }

    override var awaitsSight: Bool { false }

    override func deadlinePassed(at time: Duration) { action(time) }
}
