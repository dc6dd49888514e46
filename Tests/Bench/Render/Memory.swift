import Glibc

/// A buffer as large as a picture, which the fastest there is fills and copies.
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
    func fill() {
        value = (value + 1) & 0xff
        memset(bytes, value, count)
    }

    /// Copies all bytes of another buffer.
    func copy(_ other: Memory) { memcpy(bytes, other.bytes, count) }
}
