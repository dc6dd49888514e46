/// Changes to a tree of layers that are animated together, like a `CATransaction`.
///
/// A change outside a transaction shows in the next frame, so that a fader under a finger never
/// lags. A change inside one takes `animationDuration`, unless `disableActions` is set. A
/// transaction belongs to one tree of layers; none spans all trees.
///
///     Transaction.perform(in: window.layer) { transaction in
///         transaction.setAnimationDuration(.milliseconds(150))
///         thumb.position.x = 40
///     }
///
/// For views, use `animate(withDuration:animations:completion:)`. Changes in `layoutSubviews()` are
/// included only if `layoutIfNeeded()` is called in the transaction.
public final class Transaction {
    /// The duration of the changes; that of the enclosing transaction, or else 250 ms.
    public private(set) var animationDuration = Duration.milliseconds(250)
    /// The pace of the changes.
    public private(set) var animationTimingFunction = TimingFunction.default
    /// The delay before the changes begin.
    public private(set) var animationDelay = Duration.zero
    /// Whether changes apply at once.
    public private(set) var disableActions = false

    private weak var root: Layer?
    private var completion: ((Bool) -> Void)?
    /// Whether the transaction has ended. Later animations do not belong to it.
    private var isCommitted = false
    private var pendingCount = 0
    private var areAllFinished = true

    private init(root: Layer) {
        self.root = root
        guard let outer = root.openTransactions.last else { return }
        animationDuration = outer.animationDuration
        animationTimingFunction = outer.animationTimingFunction
        animationDelay = outer.animationDelay
        disableActions = outer.disableActions
    }

    /// Begins a transaction in the tree that contains `layer`; it ends with `commit()`.
    ///
    /// It is nested in the last one that is still open. A transaction that is left open is
    /// committed at the next frame.
    public static func begin(in layer: Layer) -> Transaction {
        let root = layer.root
        let transaction = Transaction(root: root)
        root.openTransactions.append(transaction)
        return transaction
    }

    /// Runs `changes` in a transaction in the tree that contains `layer`, and commits it.
    public static func perform<Failure: Error>(
        in layer: Layer, _ changes: (Transaction) throws(Failure) -> Void
    ) throws(Failure) {
        let transaction = begin(in: layer)
        defer { transaction.commit() }
        try changes(transaction)
    }

    /// Ends the transaction and those nested in it. A second call has no effect.
    public func commit() {
        guard !isCommitted else { return }
        while let last = root?.openTransactions.popLast() {
            last.close()
            if last === self { return }
        }
        close()
    }

    private func close() {
        isCommitted = true
        completeIfOver()
    }

    /// Sets whether later changes apply at once.
    public func setDisableActions(_ isDisabled: Bool) { disableActions = isDisabled }

    /// Sets the duration of later changes.
    public func setAnimationDuration(_ duration: Duration) { animationDuration = duration }

    /// Sets the pace of later changes.
    public func setAnimationTimingFunction(_ function: TimingFunction) {
        animationTimingFunction = function
    }

    /// Sets the delay of later changes.
    public func setAnimationDelay(_ delay: Duration) { animationDelay = delay }

    /// Calls `block` once, when all animations that are added from now on have ended, or in
    /// `commit()` if there are none. Its argument is whether all reached their end, without being
    /// removed, or replaced by an animation of another transaction.
    public func setCompletionBlock(_ block: @escaping (_ isFinished: Bool) -> Void) {
        completion = block
    }

    /// Called when an animation was added inside the transaction. The caller must call the result
    /// when the animation has ended. `nil` if no completion waits for it.
    func animationAdded() -> ((Bool) -> Void)? {
        guard completion != nil else { return nil }
        pendingCount += 1
        return { isFinished in
            self.pendingCount -= 1
            // A further change in the transaction replaces the animation, and ends for it.
            self.areAllFinished = self.areAllFinished && (isFinished || !self.isCommitted)
            self.completeIfOver()
        }
    }

    private func completeIfOver() {
        guard isCommitted, pendingCount == 0, let completion else { return }
        self.completion = nil
        completion(areAllFinished)
    }
}
