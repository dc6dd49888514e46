/// A saved state in a file.
///
/// A slot begins with 28 bytes; all numbers are little-endian. They are `GFSTATE\n`, the version of
/// the contents (4 bytes), their length (4), the sequence number of the save (8), and a CRC-32C of
/// all these and the contents (4). The contents follow. Bytes after them are left over from longer
/// contents.
///
/// All versions have the same header, so that a newer version can be told from a damaged file.
package struct StateSlot: Equatable, Sendable {
    /// The version of the contents that this program writes.
    package static let version: UInt32 = 1

    /// The sequence number of the save. Of two slots the greater number is newer; the clock is not
    /// used, since it may be wrong. 0 follows the greatest number; see `isNewer`.
    package var sequence: UInt64
    /// The saved contents.
    package var contents: [UInt8]

    /// Makes a slot to be saved.
    package init(sequence: UInt64, contents: [UInt8]) {
        self.sequence = sequence
        self.contents = contents
    }

    /// The result of reading a file.
    package enum Reading: Equatable, Sendable {
        /// The file is empty or zero-filled: it was never written.
        case unused
        /// A saved state.
        case valid(StateSlot)
        /// A state saved by a newer version.
        case newer(version: UInt32, sequence: UInt64)
        /// Anything else, with the reason.
        case damaged(String)
    }

    /// The most bytes of contents. Larger contents are neither written nor read.
    package static let mostContents = 4 << 20

    // MARK: Bytes

    static let headerSize = 28
    private static let magic = Array("GFSTATE\n".utf8)
    /// The offset of the checksum, which covers the header before it.
    private static let checksumOffset = 24

    /// The slot's bytes.
    package var bytes: [UInt8] { bytes(version: Self.version) }

    /// The slot's bytes with another version number.
    package func bytes(version: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.headerSize + contents.count)
        bytes += Self.magic
        bytes.append(littleEndian: version)
        bytes.append(littleEndian: UInt32(contents.count))
        bytes.append(littleEndian: sequence)
        var checksum = CRC32C()
        checksum.add(bytes[...])
        checksum.add(contents[...])
        bytes.append(littleEndian: checksum.value)
        return bytes + contents
    }

    /// Interprets the bytes of a file.
    package static func reading(_ bytes: [UInt8]) -> Reading {
        if bytes.allSatisfy({ $0 == 0 }) { return .unused }
        guard bytes.starts(with: magic) else { return .damaged("its signature is missing") }
        guard bytes.count >= headerSize else { return .damaged("it ends within its header") }
        let version = UInt32(littleEndian: bytes, at: 8)
        let length = Int(UInt32(littleEndian: bytes, at: 12))
        let sequence = UInt64(littleEndian: bytes, at: 16)
        guard length <= bytes.count - headerSize else {
            return .damaged("it ends within its contents")
        }
        let contents = bytes[headerSize..<headerSize + length]
        var checksum = CRC32C()
        checksum.add(bytes[..<checksumOffset])
        checksum.add(contents)
        guard checksum.value == UInt32(littleEndian: bytes, at: checksumOffset) else {
            return .damaged("its checksum is wrong")
        }
        // There is no version 0.
        guard version > 0 else { return .damaged("its version is 0") }
        guard version <= Self.version else {
            return .newer(version: version, sequence: sequence)
        }
        return .valid(StateSlot(sequence: sequence, contents: Array(contents)))
    }
}

extension UInt64 {
    /// Whether a save with this number came after one with another number, in the serial number
    /// order of RFC 1982.
    func isNewer(than other: UInt64) -> Bool { Int64(bitPattern: self &- other) > 0 }
}

extension FixedWidthInteger {
    fileprivate init(littleEndian bytes: [UInt8], at offset: Int) {
        self = (0..<Self.bitWidth / 8).reduce(0) { number, index in
            number | Self(truncatingIfNeeded: bytes[offset + index]) << (8 * index)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(littleEndian number: some FixedWidthInteger) {
        for index in 0..<number.bitWidth / 8 {
            append(UInt8(truncatingIfNeeded: number >> (8 * index)))
        }
    }
}
