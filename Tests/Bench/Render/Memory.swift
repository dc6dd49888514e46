import Glibc

/// A buffer as large as a picture, which the fastest there is fills and copies.
///
/// Nothing here is inlined: of two times in a row that nobody looks between, the compiler leaves
/// out the first.
final class Memory {
    private let bytes: UnsafeMutableRawPointer
    private let count: Int
    private var value: Int32 = 0

    init(_ count: Int) {
        self.count = count
        bytes = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
        fill()
    }

    deinit { bytes.deallocate() }

    /// Sets all bytes.
    @inline(never)
    func fill() {
        value = (value + 1) & 0xff
        memset(bytes, value, count)
    }

    /// Copies all bytes of another buffer.
    @inline(never)
    func copy(_ other: Memory) { memcpy(bytes, other.bytes, count) }
}
