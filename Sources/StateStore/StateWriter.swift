import Glibc
import Threads

/// The thread that saves the state. It is the only other thread: `fdatasync` may take seconds, and
/// no touch may wait for it.
///
/// It owns the folder and its files, takes bytes, and reports results through a descriptor.
package final class StateWriter {
    private let mailbox: StateMailbox
    private let thread: BackgroundThread
    private var hasEnded = false

    /// In bytes: small, since all memory may be locked, but more than the thread needs.
    private static let stackSize = 256 << 10

    /// The data that the thread owns.
    private final class Work {
        private let folder: StateFolder
        private let mailbox: StateMailbox

        init(_ folder: StateFolder, _ mailbox: StateMailbox) {
            self.folder = folder
            self.mailbox = mailbox
        }

        func run() {
            while let save = mailbox.next() {
                do throws(StateError) {
                    try folder.save(save.contents, taking: save.imported)
                    mailbox.report(nil, of: save)
                } catch {
                    mailbox.report(error, of: save)
                }
            }
            mailbox.reportEnd()
        }
    }

    /// Starts the thread, which takes over the folder.
    ///
    /// - Throws: `StateError`, if the system has no more threads or descriptors.
    package init(_ folder: sending StateFolder) throws(StateError) {
        mailbox = try StateMailbox()
        let work = Work(folder, mailbox)
        guard let thread = BackgroundThread(stackSize: Self.stackSize, run: { work.run() }) else {
            throw StateError("start a thread for the state", errno: errno)
        }
        self.thread = thread
    }

    deinit {
        guard !hasEnded else { return }
        mailbox.end()
        thread.detach()
    }

    /// Readable when there is a report to be taken.
    package var descriptor: Int32 { mailbox.descriptor }

    /// Saves contents soon. Earlier contents that were not written yet are skipped.
    ///
    /// - Parameter imported: the import that the contents include; it is removed after the save.
    package func save(_ contents: [UInt8], taking imported: StateImport? = nil) {
        mailbox.post(contents, taking: imported)
    }

    /// The result of the last save: its contents, or the error; nil if there is no new result.
    package func takeReport() -> Result<[UInt8], StateError>? {
        mailbox.takeReport()
    }

    /// Waits until everything is saved and the thread has ended, at most for `timeout`. Returns
    /// whether it has: a disk may take longer. A save that has failed is tried once more: it gets
    /// a new file.
    package func finish(within timeout: Duration) -> Bool {
        guard !hasEnded else { return true }
        mailbox.end()
        guard mailbox.waitForEnd(timeout) else { return false }
        thread.join()
        hasEnded = true
        return true
    }
}
