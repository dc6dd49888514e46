import Drawing

/// Writes recordings, in evemu's format, of a touchscreen whose units are pixels.
struct FingerRecording {
    private(set) var text: String
    private var time = 0.001

    /// A touchscreen for a picture of this size.
    init(width: Int = 800, height: Int = 480) {
        text = """
            N: Test touchscreen
            I: 0018 0000 0000 0001
            P: 02 00 00 00 00 00 00 00
            B: 00 0b 00 00 00 00 00 00 00
            B: 03 00 00 00 00 00 80 60 02
            A: 2f 0 9 0 0 0
            A: 35 0 \(width - 1) 0 0 0
            A: 36 0 \(height - 1) 0 0 0
            A: 39 0 65535 0 0 0

            """
    }

    /// Puts a finger down in each slot.
    mutating func land(_ fingers: [Int: Point]) {
        report { recording in
            for (slot, point) in fingers.sorted(by: { $0.key < $1.key }) {
                recording.event(0x2f, slot)
                recording.event(0x39, 100 + slot)
                recording.place(point)
            }
        }
    }

    /// Moves the fingers.
    mutating func move(_ fingers: [Int: Point]) {
        report { recording in
            for (slot, point) in fingers.sorted(by: { $0.key < $1.key }) {
                recording.event(0x2f, slot)
                recording.place(point)
            }
        }
    }

    /// Lifts the fingers.
    mutating func lift(_ slots: [Int]) {
        report { recording in
            for slot in slots {
                recording.event(0x2f, slot)
                recording.event(0x39, -1)
            }
        }
    }

    /// Lets seconds pass.
    mutating func wait(_ seconds: Double) {
        time += seconds
    }

    private mutating func report(_ write: (inout FingerRecording) -> Void) {
        write(&self)
        line(0, 0, 0)
        time += 0.008
    }

    private mutating func place(_ point: Point) {
        event(0x35, Int(point.x))
        event(0x36, Int(point.y))
    }

    private mutating func event(_ code: Int, _ value: Int) {
        line(3, code, value)
    }

    private mutating func line(_ type: Int, _ code: Int, _ value: Int) {
        let microseconds = Int((time * 1_000_000).rounded())
        let fraction = String(1_000_000 + microseconds % 1_000_000).dropFirst()
        let hex = (String(repeating: "0", count: 3) + String(code, radix: 16)).suffix(4)
        text += "E: \(microseconds / 1_000_000).\(fraction) 000\(type) \(hex) \(value)\n"
    }
}
