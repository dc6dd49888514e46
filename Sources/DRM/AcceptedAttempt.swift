/// What a driver accepted of the preferences: how pictures will be shown.
struct Setup {
    let mode: Mode
    /// How far the hardware turns the picture.
    let rotation: Rotation
    let pipeline: Pipeline
    /// The buffer that it was tried with, which can be shown.
    let buffer: DumbBuffer
    /// What the driver said to the first attempt, if it was not accepted.
    let rejection: DRMError?

    /// Makes one attempt after the other, up to one that is accepted. Nothing is shown.
    ///
    /// Throws what the driver said to the first attempt if it refused them all, and at once if the
    /// card is gone or another program's.
    init(
        card: Card, connector: Connector, crtc: CRTC, plane: Plane?, modes: [Mode],
        rotation: Rotation, format: FramebufferFormat, attempts: [Attempt]
    ) throws(DRMError) {
        var rejection: DRMError?
        var last: DumbBuffer?
        for attempt in attempts {
            let mode = modes[attempt.mode]
            let turned = attempt.extras.contains(.rotation) ? rotation : .none
            let size = mode.size(turnedBy: turned)
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
                (self.mode, self.rotation, self.buffer) = (mode, turned, buffer)
                self.rejection = rejection
                return
            } catch {
                // Less would be refused as well.
                if [.gone, .notMaster, .notPermitted].contains(error.reason) { throw error }
                rejection = rejection ?? error
            }
        }
        throw rejection ?? DRMError(.nothingSuitable, "no mode on \(connector.name)")
    }
}
