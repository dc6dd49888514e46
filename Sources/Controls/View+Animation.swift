public import Layers

extension View {
    /// Animates the properties that `animations` sets anywhere in the window: frames, alphas,
    /// colours and transforms.
    ///
    /// Changes that `layoutSubviews()` makes are included only if `animations` calls
    /// `layoutIfNeeded()`. Controls animate their own values: see `setValue(_:animated:)`.
    ///
    /// - Parameters:
    ///   - duration: The duration from the next frame on, without the delay.
    ///   - delay: The time before the animation starts.
    ///   - timingFunction: The pace.
    ///   - animations: Makes the changes. It is called once, before this function returns.
    ///   - completion: Called at the end, with `false` if an animation was replaced or removed
    ///     before, also with its view. In no window, the changes apply at once.
    public func animate(
        withDuration duration: Duration, delay: Duration = .zero,
        timingFunction: TimingFunction = .easeInEaseOut, animations: () -> Void,
        completion: ((_ isFinished: Bool) -> Void)? = nil
    ) {
        // Without a window, there are no frames.
        guard window != nil else {
            performWithoutAnimation(animations)
            completion?(true)
            return
        }
        Transaction.perform(in: layer) { transaction in
            transaction.setAnimationDuration(duration)
            transaction.setAnimationDelay(delay)
            transaction.setAnimationTimingFunction(timingFunction)
            if let completion { transaction.setCompletionBlock(completion) }
            animations()
        }
    }

    /// Makes `changes` at once, even inside `animate(withDuration:animations:completion:)`.
    public func performWithoutAnimation(_ changes: () -> Void) {
        Transaction.perform(in: layer) { transaction in
            transaction.setDisableActions(true)
            changes()
        }
    }
}
