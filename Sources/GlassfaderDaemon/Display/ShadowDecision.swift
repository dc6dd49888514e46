import Panel

/// Decides whether frames are drawn into the processor's memory and then copied, or directly into
/// the card's memory.
///
/// Drawing blends with the pixels below. A card's memory is mostly uncached: reading from it takes
/// about seventy times as long as writing to it.
struct ShadowDecision {
    /// The read speed in bytes a second above which memory counts as cached. Uncached memory
    /// reaches some hundred million, cached memory thousands of millions.
    static let fastReads = 1e9

    /// The panel file's setting.
    let wanted: DisplayDescription.Shadow

    /// Whether to draw into the processor's memory.
    ///
    /// - Parameters:
    ///   - prefersShadow: Whether the driver prefers that.
    ///   - readSpeed: The read speed of the card's memory in bytes a second; measured only if
    ///     nothing else decides.
    func usesShadow(prefersShadow: Bool, readSpeed: @autoclosure () -> Double) -> Bool {
        switch wanted {
        case .always: true
        case .never: false
        case .automatic: prefersShadow || readSpeed() < Self.fastReads
        }
    }
}
