/// The checksum of a slot: CRC-32C, Castagnoli's polynomial, as iSCSI and ext4 have it.
///
/// It finds every error of up to 32 bits in a row.
struct CRC32C {
    private var remainder = UInt32.max

    /// The checksum of what was added.
    var value: UInt32 { ~remainder }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        let table = Self.table
        bytes.withUnsafeBufferPointer { bytes in
            for byte in bytes {
                let index = Int(truncatingIfNeeded: (remainder ^ UInt32(byte)) & 0xFF)
                remainder = table[index] ^ remainder >> 8
            }
        }
    }

    /// What each byte does to the remainder.
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { rest, _ in
            rest & 1 == 0 ? rest >> 1 : 0x82F6_3B78 ^ rest >> 1
        }
    }
}
