/// The pace of an animation: a cubic Bézier curve from (0, 0) to (1, 1), as in Core Animation.
public struct TimingFunction: Sendable, Equatable {
    private let x1, y1, x2, y2: Double

    /// A curve with the control points (x1, y1) and (x2, y2).
    ///
    /// - Precondition: Both x are within 0…1, so that time never runs backwards.
    public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        precondition(
            (0...1).contains(x1) && (0...1).contains(x2), "x1 and x2 must be from 0 to 1")
        self.x1 = x1
        self.y1 = y1
        self.x2 = x2
        self.y2 = y2
    }

    /// A curve with the control points (x1, y1) and (x2, y2).
    ///
    /// - Precondition: Both x are within 0…1, so that time never runs backwards.
    public init(controlPoints x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        self.init(x1, y1, x2, y2)
    }

    /// Starts fast and stops gently; it suits most animations.
    public static let `default` = TimingFunction(0.25, 0.1, 0.25, 1)
    /// Starts gently.
    public static let easeIn = TimingFunction(0.42, 0, 1, 1)
    /// Stops gently.
    public static let easeOut = TimingFunction(0, 0, 0.58, 1)
    /// A constant pace.
    public static let linear = TimingFunction(0, 0, 1, 1)
    /// Starts and stops gently.
    public static let easeInEaseOut = TimingFunction(0.42, 0, 0.58, 1)

    /// The progress of the animation at `time`, a fraction of its duration from 0 to 1.
    public func value(at time: Double) -> Double {
        guard time > 0 else { return 0 }
        guard time < 1 else { return 1 }
        if x1 == y1, x2 == y2 { return time }
        // x rises with the parameter, so bisection always finds it.
        var low = 0.0
        var high = 1.0
        for _ in 0..<24 {
            let middle = (low + high) / 2
            if Self.bezier(x1, x2, middle) < time { low = middle } else { high = middle }
        }
        return Self.bezier(y1, y2, (low + high) / 2)
    }

    private static func bezier(_ first: Double, _ second: Double, _ t: Double) -> Double {
        let rest = 1 - t
        return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
    }
}
