/// Saves states outside the event loop, which never waits for a disk: a thread, or a simulated
/// disk.
package protocol StateSaving: AnyObject {
    /// Readable when there is a report.
    var descriptor: Int32 { get }

    /// Saves contents soon. Earlier contents that were not written yet are skipped.
    ///
    /// - Parameter imported: the import that the contents include; it is removed after the save.
    func save(_ contents: [UInt8], taking imported: StateImport?)

    /// The result of the last save: its contents, or the error; nil if there is no new result.
    func takeReport() -> Result<[UInt8], StateError>?

    /// Waits until everything is saved, at most for `timeout`. Returns whether the disk is done,
    /// also if it has failed; see `takeReport()`.
    func finish(within timeout: Duration) -> Bool
}

extension StateWriter: StateSaving {}
