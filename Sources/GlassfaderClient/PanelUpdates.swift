/// The updates of a ``PanelSession``.
///
/// They are for one task: if two wait, the first one's sequence ends.
public struct PanelUpdates: AsyncSequence, Sendable {
    /// Waits for the updates.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let worker: SessionWorker

        /// Waits for the next update; `nil` after the session was closed, or the task was
        /// cancelled.
        public func next() async -> PanelUpdate? {
            await worker.nextUpdate()
        }
    }

    let worker: SessionWorker

    /// Starts with the first update that has not been read.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(worker: worker)
    }
}
