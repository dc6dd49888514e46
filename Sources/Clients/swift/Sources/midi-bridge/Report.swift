import Glibc

/// Says something on the standard error output.
func report(_ text: String) {
    let line = Array("midi-bridge: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
