import Glibc

/// A way to write to a terminal that never waits.
///
/// A terminal that nobody reads reports that it is ready while it has room for one byte. Writing
/// more then blocks. Other programs may share the terminal's descriptor, so this type opens its
/// own.
package final class TerminalOutput {
    /// Where to write: to the terminal, or to the given descriptor if that is something else.
    package let descriptor: CInt
    private let isOwn: Bool

    /// Opens the terminal of a descriptor.
    package init(_ descriptor: CInt) {
        let own =
            isatty(descriptor) == 1
            ? open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1
        isOwn = own >= 0
        self.descriptor = isOwn ? own : descriptor
    }

    deinit {
        if isOwn { close(descriptor) }
    }
}
