/// How a CRTC is driven.
enum Pipeline {
    case atomic(AtomicPipeline)
    case legacy(LegacyPipeline)

    /// Switches the CRTC off.
    func switchOff() throws(DRMError) {
        switch self {
        case .atomic(let pipeline): try pipeline.switchOff()
        case .legacy(let pipeline): try pipeline.switchOff()
        }
    }
}
