import Drawing

/// One tap or several quick ones of one finger at one place, recognised when the last one lifts.
///
/// What bounces is no tap: a contact that comes back within 40 ms was never gone.
open class TapGestureRecognizer: GestureRecognizer {
    /// How many taps make the gesture; 1 by default, and at least 1.
    public var numberOfTapsRequired = 1 {
        didSet { numberOfTapsRequired = max(numberOfTapsRequired, 1) }
    }
    /// How far a finger may move during a tap, in millimetres: 1.5 by default; the window's `tapSlop`, if that is
    /// more. What is below 0 or not finite is ignored.
    public var maximumMovement = 1.5 {
        didSet {
            maximumMovement = maximumMovement.accepted(.notNegative, else: oldValue)
        }
    }
    /// How far a tap may be from the one before, in millimetres; 8 by default. What is below 0 or not finite is
    /// ignored.
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
    /// The taps there have been so far, and where and when the last of them ended.
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
        // What waited for these taps goes on; what this touch makes is another matter.
        isStartingAnew = true
        settleDependents()
        isStartingAnew = false
    }

    private var isStartingAnew = false

    // MARK: Others that wait

    open override var isUndecided: Bool {
        !isStartingAnew && (super.isUndecided || taps > 0 && touches.isEmpty)
    }

    /// When no tap can follow any more, or the finger has stayed too long, if others wait for that.
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
