/// The updates of a ``PanelSession``, as they come.
///
/// They are for one task: of two that wait, the one that came first gets the end.
public struct PanelUpdates: AsyncSequence, Sendable {
    /// Waits for one update after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let worker: SessionWorker

        /// Waits for the next update; nil after the session was closed, or the task cancelled.
        public func next() async -> PanelUpdate? {
            await worker.nextUpdate()
        }
    }

    let worker: SessionWorker

    /// Begins with what has not been taken yet.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(worker: worker)
    }
}
