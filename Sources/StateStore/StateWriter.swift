import Glibc

/// The thread that saves the state. It is the only other thread: `fdatasync` may take seconds, and
/// no touch may wait for it.
///
/// It owns the folder and its files, takes bytes, and reports results through a descriptor.
package final class StateWriter {
    private let mailbox: StateMailbox
    private let thread: pthread_t
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

    /// Starts the thread, which takes over the folder. All signals are blocked in it.
    ///
    /// - Throws: `StateError`, if the system has no more threads or descriptors.
    package init(_ folder: sending StateFolder) throws(StateError) {
        mailbox = try StateMailbox()
        thread = try Self.start(Work(folder, mailbox))
    }

    private static func start(_ work: Work) throws(StateError) -> pthread_t {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackSize)
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        let context = Unmanaged.passRetained(work)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, &attributes,
            { context in
                if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        guard result == 0 else {
            context.release()
            throw StateError("start a thread for the state", errno: result)
        }
        return thread
    }

    deinit {
        guard !hasEnded else { return }
        mailbox.end()
        pthread_detach(thread)
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
        pthread_join(thread, nil)
        hasEnded = true
        return true
    }
}
