/// The checksum of a slot: CRC-32C with Castagnoli's polynomial, as in iSCSI and ext4.
///
/// It detects every error burst of up to 32 bits.
struct CRC32C {
    private var remainder = UInt32.max

    /// The checksum of all added bytes.
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

    /// The remainder of each byte.
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { rest, _ in
            rest & 1 == 0 ? rest >> 1 : 0x82F6_3B78 ^ rest >> 1
        }
    }
}
