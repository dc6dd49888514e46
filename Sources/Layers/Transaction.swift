/// Changes to a tree of layers that are animated together, as by CATransaction.
///
/// What is set outside of a transaction is seen with the next frame: a fader under a finger never
/// lags. What is set inside of one goes there in `animationDuration`, unless actions are disabled.
/// A transaction is of one tree of layers; there is none for all trees.
///
///     Transaction.perform(in: window.layer) { transaction in
///         transaction.setAnimationDuration(.milliseconds(150))
///         thumb.position.x = 40
///     }
///
/// Views have `animate(withDuration:animations:completion:)` for the same purpose. What a view does
/// in `layoutSubviews()` is only inside if `layoutIfNeeded()` is called there.
public final class Transaction {
    /// How long the changes take; 250 ms, or that of the transaction around this one.
    public private(set) var animationDuration = Duration.milliseconds(250)
    /// The pace of the changes.
    public private(set) var animationTimingFunction = TimingFunction.default
    /// How long the changes wait before they begin.
    public private(set) var animationDelay = Duration.zero
    /// Whether changes are made at once.
    public private(set) var disableActions = false

    private weak var root: Layer?
    private var completion: ((Bool) -> Void)?
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

    /// Begins a transaction in the whole tree that `layer` is in now; it ends with `commit()`.
    ///
    /// It lies inside the one begun before, if that one is still open. One that was left open is
    /// committed at the next frame.
    public static func begin(in layer: Layer) -> Transaction {
        let root = layer.root
        let transaction = Transaction(root: root)
        root.openTransactions.append(transaction)
        return transaction
    }

    /// Runs `changes` inside of a transaction in the tree that `layer` is in, and commits it.
    public static func perform<Failure: Error>(
        in layer: Layer, _ changes: (Transaction) throws(Failure) -> Void
    ) throws(Failure) {
        let transaction = begin(in: layer)
        defer { transaction.commit() }
        try changes(transaction)
    }

    /// Ends the transaction, and those that were begun inside of it. Ended ones stay as they are.
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

    /// Makes the changes from now on at once, or not.
    public func setDisableActions(_ isDisabled: Bool) { disableActions = isDisabled }

    /// Lets the changes from now on take this long.
    public func setAnimationDuration(_ duration: Duration) { animationDuration = duration }

    /// Lets the changes from now on have this pace.
    public func setAnimationTimingFunction(_ function: TimingFunction) {
        animationTimingFunction = function
    }

    /// Lets the changes from now on wait before they begin.
    public func setAnimationDelay(_ delay: Duration) { animationDelay = delay }

    /// Calls `block` once, when all animations added from now on are over, or by `commit()` if there
    /// is none. It is told whether all came to their end, and none was replaced or removed.
    public func setCompletionBlock(_ block: @escaping (_ isFinished: Bool) -> Void) {
        completion = block
    }

    /// An animation was added inside of the transaction. What this gives is to be called when it is
    /// over.
    func animationAdded() -> (Bool) -> Void {
        pendingCount += 1
        return { isFinished in
            self.pendingCount -= 1
            self.areAllFinished = self.areAllFinished && isFinished
            self.completeIfOver()
        }
    }

    private func completeIfOver() {
        guard isCommitted, pendingCount == 0, let completion else { return }
        self.completion = nil
        completion(areAllFinished)
    }
}
