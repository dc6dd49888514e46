/// Something that takes any bytes at all: it may find fault with them, and must not be at fault.
///
/// What it throws is a `Violation`. To trap is one as well.
protocol Fuzzer {
    /// As `Tests/fuzz` is given it, and as its folder in `Tests/Fuzz/Corpus` is called.
    static var name: String { get }

    /// Makes what all checks have in common. No check changes it.
    init() throws

    /// Does with the bytes what the daemon would, and throws if that was wrong.
    func check(_ bytes: ArraySlice<UInt8>) throws
}

/// Every fuzzer there is.
var allFuzzers: [any Fuzzer.Type] {
    [
        LineFuzzer.self, PanelFuzzer.self, RecordingFuzzer.self, TouchFuzzer.self,
        StateFuzzer.self, UeventFuzzer.self,
    ]
}

/// What must not be, and is.
struct Violation: Error, CustomStringConvertible {
    let description: String
}

/// Throws if the condition does not hold.
func require(_ condition: Bool, _ description: @autoclosure () -> String) throws(Violation) {
    if !condition { throw Violation(description: description()) }
}
