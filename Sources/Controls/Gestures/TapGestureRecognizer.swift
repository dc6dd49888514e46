import Drawing

/// One tap, or several quick ones of one finger in one place. The gesture succeeds when the last
/// tap lifts.
///
/// A contact that comes back within 40 ms is a bounce of the same touch, not another tap.
open class TapGestureRecognizer: GestureRecognizer {
    /// How many taps make the gesture; 1 by default, and at least 1.
    public var numberOfTapsRequired = 1 {
        didSet { numberOfTapsRequired = max(numberOfTapsRequired, 1) }
    }
    /// How far a finger may move during a tap, in millimetres; 1.5 by default. A larger `tapSlop`
    /// of the window applies instead. A value below 0 or not finite is ignored.
    public var maximumMovement = 1.5 {
        didSet {
            maximumMovement = maximumMovement.accepted(.notNegative, else: oldValue)
        }
    }
    /// How far a tap may be from the one before, in millimetres; 8 by default. A value below 0 or
    /// not finite is ignored.
    public var maximumDistance = 8.0 {
        didSet {
            maximumDistance = maximumDistance.accepted(.notNegative, else: oldValue)
        }
    }
    /// How long a tap may take; 250 ms by default.
    public var maximumDuration = Duration.milliseconds(250) {
        didSet { maximumDuration = max(maximumDuration, .zero) }
    }
    /// How long after a tap the next one may land; 40 to 300 ms by default.
    public var pause = Duration.milliseconds(40)...Duration.milliseconds(300)

    private var landed: (time: Duration, point: Point)?
    /// The number of taps so far, and where and when the last of them ended.
    private var taps = 0
    private var lastTap: (time: Duration, point: Point)?

    open override func touchesBegan(_ touches: [Touch]) {
        guard let touch = touches.first else { return }
        let point = touch.location(in: nil)
        landed = (touch.timestamp, point)
        guard let lastTap else { return }
        let isNext =
            pause.contains(touch.timestamp - lastTap.time)
            && millimetres(from: lastTap.point, to: point) <= maximumDistance
        guard !isNext, taps > 0 else { return }
        forgetTaps()
        // Gestures that waited for these taps go on. The new touch is undecided and must not stop
        // them.
        isRestarting = true
        settleDependents()
        isRestarting = false
    }

    private var isRestarting = false

    // MARK: Recognisers that wait

    open override var isUndecided: Bool {
        !isRestarting && (super.isUndecided || taps > 0 && touches.isEmpty)
    }

    /// When no further tap can follow, or the finger has stayed too long, if other recognisers wait
    /// for this one.
    open override var deadline: Duration? {
        guard isAwaited, state == .possible else { return nil }
        let last =
            touches.isEmpty
            ? taps > 0 ? lastTap.map { $0.time + pause.upperBound } : nil
            : landed.map { $0.time + maximumDuration }
        return last.map { $0 + .milliseconds(1) }
    }

    open override func deadlinePassed(at time: Duration) {
        guard touches.isEmpty else { return miss() }
        forgetTaps()
        settleDependents()
    }

    open override func touchesMoved(_ touches: [Touch]) {
        guard let touch = touches.first, let landed else { return }
        let slop = max(maximumMovement, view?.window?.tapSlop ?? 0)
        if millimetres(from: landed.point, to: touch.location(in: nil)) > slop {
            miss()
        }
    }

    open override func touchesEnded(_ touches: [Touch]) {
        guard let touch = touches.first, let landed else { return }
        guard touch.timestamp - landed.time <= maximumDuration else { return miss() }
        taps += 1
        lastTap = (touch.timestamp, touch.location(in: nil))
        guard taps >= numberOfTapsRequired else { return }
        taps = 0
        lastTap = nil
        transition(to: .recognized)
    }

    open override func touchesCancelled(_ touches: [Touch]) { forgetTaps() }

    open override func forgetGesture() { forgetTaps() }

    private func miss() {
        forgetTaps()
        transition(to: .failed)
    }

    private func forgetTaps() {
        taps = 0
        lastTap = nil
    }

    private func millimetres(from: Point, to: Point) -> Double {
        from.distance(to: to) / pixelsPerMillimetre
    }
}
