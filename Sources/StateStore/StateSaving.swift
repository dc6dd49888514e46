/// What saves a state beside the event loop, which waits for no disk: a thread, or the disk of a
/// simulation.
package protocol StateSaving: AnyObject {
    /// Readable when there is a report to be taken.
    var descriptor: Int32 { get }

    /// Has contents saved, soon. Those that were handed over before, and have yet to be written, are
    /// skipped.
    ///
    /// - Parameter imported: what the contents have come from, which is removed then.
    func save(_ contents: [UInt8], taking imported: StateImport?)

    /// What became of the last contents: they are saved, or why not; nil if nothing is new.
    func takeReport() -> Result<[UInt8], StateError>?

    /// Waits until everything is saved, at most for a time. Returns whether it is.
    func finish(within timeout: Duration) -> Bool
}

extension StateWriter: StateSaving {}
