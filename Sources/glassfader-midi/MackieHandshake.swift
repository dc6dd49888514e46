/// How a Mackie Control and its host find each other.
enum MackieHandshake {
    private static let query: UInt8 = 0x00
    private static let connection: UInt8 = 0x01
    private static let reply: UInt8 = 0x02
    private static let confirmation: UInt8 = 0x03
    private static let versionRequest: UInt8 = 0x13
    private static let versionReply: UInt8 = 0x14

    private static let serial = Array("GLASSFD".utf8)
    private static let challenge: [UInt8] = [1, 2, 3, 4]
    private static let version = Array("V3.00".utf8)

    /// What a host asks: is a controller there?
    static let hostQuery = MackieMessage.command(query, [])
    /// What a controller sends when it is switched on.
    static let controllerReady = MackieMessage.command(connection, serial + challenge)

    /// What a controller replies to a host; `nil` for nothing.
    static func controllerReply(to code: UInt8) -> MackieMessage? {
        switch code {
        case query: controllerReady
        case reply: .command(confirmation, serial)
        case versionRequest: .command(versionReply, version)
        default: nil
        }
    }

    /// What a host replies to a controller; `nil` for nothing.
    static func hostReply(to code: UInt8, _ data: [UInt8]) -> MackieMessage? {
        guard code == connection, data.count == 11 else { return nil }
        return .command(reply, data[..<7] + response(Array(data[7...])))
    }

    /// Whether a controller has reported that it is ready.
    static func isReady(_ code: UInt8) -> Bool { code == connection || code == confirmation }

    /// The response to a challenge of four bytes, by Emagic's documentation of the Logic Control.
    private static func response(_ bytes: [UInt8]) -> [UInt8] {
        let c = bytes.map(Int.init)
        let sums: [Int] = [
            c[0] + (c[1] ^ 0x0A) - c[3],
            (c[2] >> 4) ^ (c[0] + c[3]),
            (c[3] - (c[2] << 2)) ^ (c[0] | c[1]),
            c[1] - c[2] + (0xF0 ^ (c[3] << 4)),
        ]
        return sums.map { UInt8($0 & 0x7F) }
    }
}
