/// Events of touchscreens, in evemu's format: all that options can tell fingers from.
struct FingerScript {
    private(set) var text = ""
    private var milliseconds = 1000
    private var touch: Int32 = 0

    private mutating func report(
        after interval: Int = 8, _ events: (FaultyTouchscreen.Code, Int32)...
    ) {
        milliseconds += interval
        for (code, value) in events {
            line(code == .touch || code == .left ? 1 : 3, code.rawValue, value)
        }
        line(0, 0, 0)
    }

    private mutating func line(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        let fraction = String(1000 + milliseconds % 1000).dropFirst()
        let digits = ("000" + String(code, radix: 16)).suffix(4)
        text += "E: \(milliseconds / 1000).\(fraction)000 000\(type) \(digits) \(value)\n"
    }

    private mutating func down(after interval: Int = 200, _ x: Int32, _ y: Int32, size: Int32 = 80)
    {
        touch += 1
        report(
            after: interval, (.slot, 0), (.id, touch), (.mtX, x), (.mtY, y), (.major, size))
    }

    private mutating func up(after interval: Int = 8) {
        report(after: interval, (.id, -1))
    }

    /// A tap on a touchscreen of slots.
    static let tap: FingerScript = {
        var script = FingerScript()
        script.down(400, 300)
        script.up(after: 60)
        return script
    }()

    /// On a touchscreen of slots whose units are a tenth of a millimetre: what is a finger to some
    /// options and noise to others.
    static let busy: FingerScript = {
        var script = FingerScript()
        // A touch in a corner, a palm, and a touch of one report.
        script.down(0, 0)
        script.up(after: 60)
        script.down(1000, 600, size: 600)
        script.up(after: 60)
        script.down(1200, 300)
        script.up()
        // A finger that trembles, rests, drifts and steps aside as it lifts.
        script.down(500, 500)
        for (number, offset) in [1, -1, 2, -2, 0, 1, -2].enumerated() {
            script.report((.mtX, 500 + Int32(offset)), (.mtY, 500 + Int32(number)))
        }
        script.report(after: 900, (.mtX, 502))
        for step in 1...40 { script.report((.mtX, 502 + Int32(step))) }
        script.report(after: 400, (.mtX, 544))
        script.report((.mtX, 549))
        script.up()
        // One that is dragged, slower and faster, with one wild position.
        script.down(300, 800)
        for step in 1...20 { script.report((.mtX, 300 + Int32(step * step))) }
        script.report((.mtX, 830))
        for step in 0..<20 { script.report((.mtX, 720 + Int32(step) * 10)) }
        // It is lost for a moment.
        script.up()
        script.down(after: 16, 920, 800)
        for step in 1...5 { script.report((.mtX, 920 + Int32(step) * 10)) }
        script.up()
        // One that is somewhere else at once.
        script.down(200, 200)
        script.report((.mtX, 210))
        script.report((.mtX, 1500))
        for step in 1...5 { script.report((.mtX, 1500 + Int32(step) * 10)) }
        script.up()
        return script
    }()

    /// On a touchscreen of one finger: a touch with a silence in it, a mouse's button, and pressure.
    static let single: FingerScript = {
        var script = FingerScript()
        script.report((.x, 100), (.y, 200), (.z, 700), (.rx, 800), (.touch, 1))
        script.report((.x, 120), (.z, 720))
        script.report(after: 3000, (.x, 140), (.z, 740))
        script.report((.touch, 0))
        script.report(after: 200, (.x, 300), (.y, 400), (.left, 1))
        script.report((.x, 320))
        script.report((.left, 0))
        for (number, pressure) in [10, 25, 40, 90, 60, 25, 15, 0].enumerated() {
            script.report(
                after: 40, (.x, 500 + Int32(number) * 20), (.pressure, Int32(pressure)))
        }
        return script
    }()
}
