/// The non-registered parameter that each channel has selected: the data that follow are its own.
struct SelectedParameters {
    private var numbers = [Int?](repeating: nil, count: 16)

    /// The parameter of a channel; `nil` for none, or a registered one.
    subscript(channel: UInt8) -> Int? { numbers[Int(channel)] }

    /// Takes a controller. Returns whether it selects a parameter.
    mutating func take(_ controller: UInt8, _ value: Int, _ channel: UInt8) -> Bool {
        let selected = numbers[Int(channel)] ?? 0
        switch controller {
        case 99: numbers[Int(channel)] = value << 7 | selected & 127
        case 98: numbers[Int(channel)] = selected & ~127 | value
        // A registered parameter: its data are not ours.
        case 100, 101: numbers[Int(channel)] = nil
        default: return false
        }
        return true
    }
}
