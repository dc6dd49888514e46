/// The keys of each channel of a Mackie Control. The raw value is the note of the first channel's.
enum MackieKey: UInt8, CaseIterable {
    case record = 0
    case solo = 8
    case mute = 16
    case select = 24

    /// The keys below the channels that move the bank.
    enum Bank {
        static let left: UInt8 = 46
        static let right: UInt8 = 47
        static let channelLeft: UInt8 = 48
        static let channelRight: UInt8 = 49
        static let all = [left, right, channelLeft, channelRight]
    }

    /// What the controls of a strip are called that have this key.
    var names: [String] {
        switch self {
        case .record: ["rec", "record", "arm"]
        case .solo: ["solo"]
        case .mute: ["mute"]
        case .select: ["select", "sel"]
        }
    }
}
