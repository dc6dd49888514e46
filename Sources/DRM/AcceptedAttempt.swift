/// The first attempt that the driver has accepted.
struct AcceptedAttempt {
    let mode: Mode
    /// How far the hardware rotates the picture.
    let rotation: Rotation
    let pipeline: Pipeline
    /// The buffer that was used for the test, and can be shown.
    let buffer: DumbBuffer
    /// The error of the first attempt, if it was rejected.
    let rejection: DRMError?

    /// Tests the attempts in order until one is accepted. Shows nothing.
    ///
    /// If all are rejected, throws the error of the first one. If the card is gone or has another
    /// master, throws that error at once.
    init(
        card: Card, connector: Connector, crtc: CRTC, plane: Plane?, modes: [Mode],
        rotation: Rotation, format: FramebufferFormat, attempts: [Attempt]
    ) throws(DRMError) {
        var rejection: DRMError?
        var last: DumbBuffer?
        for attempt in attempts {
            let mode = modes[attempt.mode]
            let rotated = attempt.extras.contains(.rotation) ? rotation : .none
            let size = mode.size(rotatedBy: rotated)
            do throws(DRMError) {
                let buffer: DumbBuffer
                if let last, (last.width, last.height) == size {
                    buffer = last
                } else {
                    buffer = try DumbBuffer(
                        on: card, width: size.width, height: size.height, format: format)
                }
                last = buffer
                if attempt.isAtomic, let plane {
                    let atomic = try AtomicPipeline(
                        card: card, connector: connector, crtc: crtc, plane: plane,
                        rotation: rotation, extras: attempt.extras)
                    try atomic.test(mode, buffer)
                    pipeline = .atomic(atomic)
                } else {
                    pipeline = .legacy(
                        LegacyPipeline(
                            card: card, connector: connector, crtc: crtc, plane: plane,
                            cleans: attempt.extras.contains(.cleaning)))
                }
                (self.mode, self.rotation, self.buffer) = (mode, rotated, buffer)
                self.rejection = rejection
                return
            } catch {
                // The remaining attempts would fail as well.
                if [.gone, .notMaster, .notPermitted].contains(error.reason) { throw error }
                rejection = rejection ?? error
            }
        }
        throw rejection ?? DRMError(.nothingSuitable, "no mode on \(connector.name)")
    }
}
