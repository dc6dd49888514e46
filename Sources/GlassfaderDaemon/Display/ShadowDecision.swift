import Panel

/// Where frames are drawn: in the processor's own memory, from where they are copied to the card's,
/// or in the card's at once.
///
/// Drawing blends with what is there, and a card's memory is mostly not cached: to read from it then
/// takes seventy times as long as to write to it.
struct ShadowDecision {
    /// Bytes a second, below which memory is not taken for cached. What is not cached reaches some
    /// hundred million, what is cached thousands.
    static let fastReads = 1e9

    /// What the panel file says.
    let wanted: DisplayDescription.Shadow

    /// Whether to draw in the processor's memory.
    ///
    /// - Parameters:
    ///   - prefersShadow: Whether the driver says so.
    ///   - readSpeed: How many bytes a second can be read from the card's memory; measured only
    ///     where nothing else decides.
    func usesShadow(prefersShadow: Bool, readSpeed: @autoclosure () -> Double) -> Bool {
        switch wanted {
        case .always: true
        case .never: false
        case .automatic: prefersShadow || readSpeed() < Self.fastReads
        }
    }
}
