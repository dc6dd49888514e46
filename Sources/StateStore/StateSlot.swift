/// One saved state, as it lies in a file.
///
/// A slot begins with 28 bytes, all numbers least significant byte first: `GFSTATE\n`, the version
/// of the contents (4 bytes), their length (4), the sequence number of the save (8), and a CRC-32C
/// of these and the contents (4). The contents follow. What comes behind them is left of longer
/// ones, and means nothing.
///
/// The header is the same in every version: a version to come is told from a damaged one.
package struct StateSlot: Equatable, Sendable {
    /// The version of the contents that this program writes.
    package static let version: UInt32 = 1

    /// The number of the save, for the clock may be wrong: of two slots the greater number is newer.
    /// After the greatest comes 0; see `isNewer`.
    package var sequence: UInt64
    /// What was saved.
    package var contents: [UInt8]

    /// Makes a slot of what is to be saved.
    package init(sequence: UInt64, contents: [UInt8]) {
        self.sequence = sequence
        self.contents = contents
    }

    /// What a file holds.
    package enum Reading: Equatable, Sendable {
        /// Nothing: it is empty, or has room and was never written to.
        case unused
        /// A saved state.
        case valid(StateSlot)
        /// A saved state of a program to come.
        case newer(version: UInt32, sequence: UInt64)
        /// What nobody saved, for this reason.
        case damaged(String)
    }

    /// The most bytes of contents: what takes more is neither written nor read.
    package static let mostContents = 4 << 20

    // MARK: Bytes

    static let headerSize = 28
    private static let magic = Array("GFSTATE\n".utf8)
    /// Where the checksum lies: behind what it covers of the header.
    private static let checksumOffset = 24

    /// The slot as it is written.
    package var bytes: [UInt8] { bytes(version: Self.version) }

    /// The slot as another version would write it.
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

    /// Reads the bytes of a file.
    package static func reading(_ bytes: [UInt8]) -> Reading {
        if bytes.allSatisfy({ $0 == 0 }) { return .unused }
        guard bytes.starts(with: magic) else { return .damaged("it does not begin as one") }
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
        // Version 0 was never written.
        guard version > 0 else { return .damaged("its header makes no sense") }
        guard version <= Self.version else {
            return .newer(version: version, sequence: sequence)
        }
        return .valid(StateSlot(sequence: sequence, contents: Array(contents)))
    }
}

extension UInt64 {
    /// Whether a save of this number came after one of another: RFC 1982's order of numbers that
    /// begin again.
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
