/// The steps of a Mackie Control's meters. Hosts differ; these are those of its documentation.
enum MackieMeter {
    /// The least level of the steps from 1 on, in dBFS.
    private static let levels: [Double] = [-60, -50, -40, -30, -20, -14, -10, -8, -6, -4, -2, 0]

    /// The step for a level in dBFS, 0...12.
    static func step(_ level: Double) -> Int {
        levels.lastIndex { level >= $0 }.map { $0 + 1 } ?? 0
    }

    /// The level of a step in dBFS; `nil` for what is none.
    static func level(_ step: Int) -> Double? {
        switch step {
        case 0: -200
        case 1...levels.count: levels[step - 1]
        // Above 0 dB, and the overload.
        case 13, 14: 0
        default: nil
        }
    }
}
