/// Converts a position of travel, 0…1, to the whole numbers of MIDI, rounded half away from zero.
public enum MIDIPosition {
    /// A 7-bit controller, 0…127.
    public static func controller(_ position: Double) -> Int {
        quantised(position, steps: 127)
    }

    /// A 14-bit pitch bend or controller pair, 0…16383.
    public static func pitchBend(_ position: Double) -> Int {
        quantised(position, steps: 16383)
    }

    /// The ten bits that a Mackie Control fader has, the upper ones of a pitch bend: 0…1023.
    public static func mackieFader(_ position: Double) -> Int {
        quantised(position, steps: 1023)
    }

    /// The position of a 7-bit controller. 128 numbers have no centre, so 64 stands for it.
    public static func position(ofController number: Int) -> Double {
        number == 64 ? 0.5 : Double(number.clamped(from: 0, to: 127)) / 127
    }

    /// One of `steps` + 1 whole numbers; positions outside 0…1 give the ends, and NaN 0.
    public static func quantised(_ position: Double, steps: Int) -> Int {
        guard position > 0 else { return 0 }
        return Int((min(position, 1) * Double(steps)).rounded(.toNearestOrAwayFromZero))
    }
}
