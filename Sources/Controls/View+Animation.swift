public import Layers

extension View {
    /// Makes `animations` change what is seen of the whole window little by little: what they set of
    /// frames, alphas, colours and transforms.
    ///
    /// What they would change in `layoutSubviews()` has to be asked for there, by
    /// `layoutIfNeeded()`. Values of controls are theirs to animate: see `setValue(_:animated:)`.
    ///
    /// - Parameters:
    ///   - duration: How long it takes from the next frame on, without the delay.
    ///   - delay: How long everything waits before.
    ///   - timingFunction: The pace.
    ///   - animations: Makes the changes, once and now.
    ///   - completion: Called when all is over; with `false`, if a part was cut short.
    public func animate(
        withDuration duration: Duration, delay: Duration = .zero,
        timingFunction: TimingFunction = .easeInEaseOut, animations: () -> Void,
        completion: ((_ isFinished: Bool) -> Void)? = nil
    ) {
        Transaction.perform(in: layer) { transaction in
            transaction.setAnimationDuration(duration)
            transaction.setAnimationDelay(delay)
            transaction.setAnimationTimingFunction(timingFunction)
            if let completion { transaction.setCompletionBlock(completion) }
            animations()
        }
    }

    /// Makes `changes` at once, also inside of `animate(withDuration:animations:completion:)`.
    public func performWithoutAnimation(_ changes: () -> Void) {
        Transaction.perform(in: layer) { transaction in
            transaction.setDisableActions(true)
            changes()
        }
    }
}
