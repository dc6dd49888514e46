import Glibc

/// Standard input, standard output and standard error: the descriptors 0, 1 and 2.
package enum StandardStreams {
    /// Opens `/dev/null` for each standard stream that is closed. Otherwise a socket or a device
    /// would get its number: prints would be written there, and input would be read from there.
    ///
    /// Reads and writes still fail, as those of a closed stream do. Call it before anything else is
    /// opened.
    package static func openClosed() {
        for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
            // Standard input cannot be read, and the others cannot be written. The lowest free
            // number is that of the stream, as those below it are open.
            _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
