import TouchEvents

/// What fingers do in the trials: all that options can tell fingers from.
enum TriedFingers {
    /// A tap on a touchscreen of slots.
    static let tap = touch(400, 300).lifts(after: .milliseconds(60))

    /// On a touchscreen of slots whose units are a tenth of a millimetre: what is a finger to some
    /// options and noise to others.
    static let busy = noise + trembling + dragged + lost + elsewhere

    /// A touch in a corner, a palm, and a touch of one report.
    private static let noise =
        touch(0, 0).lifts(after: .milliseconds(60))
        + touch(1000, 600, size: 600).lifts(after: .milliseconds(60))
        + touch(1200, 300).lifts()

    /// A finger that trembles, rests, drifts and steps aside as it lifts.
    private static let trembling = touch(500, 500)
        .moves(through: [1, -1, 2, -2, 0, 1, -2].enumerated().map { (500 + $1, 500 + Double($0)) })
        .moves(502, 506, after: .milliseconds(900))
        .moves(through: (1...40).map { (502 + Double($0), 506) })
        .moves(544, 506, after: .milliseconds(400))
        .moves(549, 506).lifts()

    /// One that is dragged, slower and faster, with one wild position.
    private static let dragged = touch(300, 800)
        .moves(through: (1...20).map { (300 + Double($0 * $0), 800) })
        .moves(830, 800)
        .moves(through: (0..<20).map { (720 + Double($0) * 10, 800) })
        .lifts()

    /// It is lost for a moment.
    private static let lost = touch(920, 800, after: .milliseconds(16))
        .moves(through: (1...5).map { (920 + Double($0) * 10, 800) })
        .lifts()

    /// One that is somewhere else at once.
    private static let elsewhere = touch(200, 200).moves(210, 200).moves(1500, 200)
        .moves(through: (1...5).map { (1500 + Double($0) * 10, 200) })
        .lifts()

    /// On a touchscreen of one finger: a touch with a silence in it, a mouse's button, and
    /// pressure.
    static let single = [10, 25, 40, 90, 60, 25, 15, 0].enumerated().reduce(singleTouches) {
        $0.sends(
            (.x, 500 + Int32($1.offset) * 20), (.pressure, $1.element), after: .milliseconds(40))
    }

    private static let singleTouches = finger(0)
        .lands(100, 200, with: (.z, 700), (.rx, 800))
        .sends((.x, 120), (.z, 720))
        .sends((.x, 140), (.z, 740), after: .seconds(3))
        .lifts()
        .sends((.x, 300), (.y, 400), (.left, 1), after: .milliseconds(200))
        .sends((.x, 320))
        .sends((.left, 0))

    private static func touch(
        _ x: Double, _ y: Double, size: Int32 = 80, after interval: Duration = .milliseconds(200)
    ) -> TouchScript {
        finger(0).lands(x, y, after: interval, with: (.major, size))
    }
}
