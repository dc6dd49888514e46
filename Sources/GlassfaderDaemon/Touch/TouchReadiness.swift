/// The event after which a touch source can be read.
enum TouchReadiness: Equatable {
    case readable(descriptor: CInt)
    case due(Duration)
    /// More can be read at the end of this round of the event loop.
    case afterRound
    /// The source will report nothing more.
    case never
}
