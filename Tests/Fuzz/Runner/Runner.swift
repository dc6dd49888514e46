import Glibc

/// What libFuzzer calls. It is named by the variable FUZZER; see `Tests/fuzz`.
// libFuzzer calls from one thread, and has no place of its own for this.
nonisolated(unsafe) private var fuzzer: (any Fuzzer)?

@_cdecl("LLVMFuzzerInitialize")
func prepare(
    _ count: UnsafeMutablePointer<CInt>?,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
    let name = getenv("FUZZER").map { String(cString: $0) }
    guard let type = allFuzzers.first(where: { $0.name == name }) else {
        for fuzzer in allFuzzers { print(fuzzer.name) }
        exit(name == nil ? 0 : 2)
    }
    do {
        fuzzer = try type.init()
    } catch {
        fatalError("\(error)")
    }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try fuzzer?.check(Array(UnsafeBufferPointer(start: bytes, count: count))[...])
    } catch {
        fatalError("\(error)")
    }
    return 0
}
