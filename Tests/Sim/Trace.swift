/// What happened in a run, as one number: two runs that are the same have the same.
struct Trace {
    private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    /// Whether every line is printed.
    var isPrinted = false

    /// Adds a line of what happened. See FNV-1a.
    mutating func add(_ text: @autoclosure () -> String, at time: Duration) {
        let line = "\(time / .microseconds(1)) \(text())"
        if isPrinted { print(line) }
        for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
}
