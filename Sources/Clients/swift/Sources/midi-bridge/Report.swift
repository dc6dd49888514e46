import Glibc

/// Writes a line to standard error.
func report(_ text: String) {
    let line = Array("midi-bridge: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
