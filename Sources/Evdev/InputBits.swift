/// A set of event codes or properties, stored like the kernel's bitmaps.
package struct InputBits: Equatable, Sendable {
    /// Without zero bytes at the end, so that equal sets compare equal.
    private var bytes: [UInt8]

    package init() { bytes = [] }

    /// A bitmap whose first byte holds codes 0 to 7.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
        while self.bytes.last == 0 { self.bytes.removeLast() }
    }

    /// Whether the set is empty.
    package var isEmpty: Bool { bytes.isEmpty }

    /// Whether a code is in the set; always false for negative codes.
    package func contains(_ code: Int32) -> Bool {
        let index = Int(code) / 8
        return code >= 0 && index < bytes.count && bytes[index] & (1 << (code % 8)) != 0
    }

    /// Adds a code.
    package mutating func insert(_ code: UInt16) {
        let index = Int(code) / 8
        while bytes.count <= index { bytes.append(0) }
        bytes[index] |= 1 << (code % 8)
    }

    /// The first `count` bytes of the bitmap, padded with zeros.
    func padded(toBytes count: Int) -> [UInt8] {
        let known = bytes.prefix(count)
        return known + [UInt8](repeating: 0, count: count - known.count)
    }
}
