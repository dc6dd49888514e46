/// The screen that shows the panel, for touchscreens that are assigned to one.
enum TouchedScreen: Equatable {
    /// Nothing has shown the panel yet.
    case none
    /// A picture in memory or an old framebuffer. Neither has a connector.
    case unnamed
    case connector(String)

    /// The screen on a connector; `nil` for one without.
    init(on connector: String?) {
        self = connector.map(Self.connector) ?? .unnamed
    }
}
