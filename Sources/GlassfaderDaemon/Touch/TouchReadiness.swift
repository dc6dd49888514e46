/// What a touch source waits for.
enum TouchReadiness: Equatable {
    case readable(descriptor: CInt)
    case due(Duration)
    /// There is more as soon as the round of the event loop is over.
    case afterRound
    /// There is nothing more to come.
    case never
}
