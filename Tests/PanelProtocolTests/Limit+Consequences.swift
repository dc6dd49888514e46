import PanelProtocol

/// What the manual page says of each limit, besides its number.
extension Limit {
    /// What happens where there would be more.
    enum Consequence: String {
        /// The panel file has an error with its line; the panel stays as it was.
        case file
        /// The rest is left out, and the log says how much.
        case log
        /// The oldest one is dropped.
        case oldest
        /// The first ones are named.
        case first
        /// A request is rejected with this code.
        case tooLarge = "too-large"
        /// A request is rejected with this code.
        case badRequest = "bad-request"
        /// A request is rejected with this code.
        case full
        /// A connection is rejected with this code.
        case busy
        /// All events that wait are replaced by this one.
        case resync
    }

    /// What happens where there would be more, by whomever it is.
    var consequences: [Consequence] {
        switch self {
        case .pages, .strips, .controls, .controlsOfStrip, .templates, .groups, .groupsOfControl,
            .words, .entries, .colors, .fonts, .images, .imagePixels, .plots, .devices, .binds,
            .bridges, .bridgeBytes, .text, .path:
            [.file]
        case .mistakes, .absentValues: [.log]
        case .connections: [.file, .busy]
        case .waitingEvents: [.file, .resync]
        case .allWaitingEvents: [.file]
        case .links, .scenes, .sceneBytes: [.file, .full]
        case .undoSteps: [.oldest]
        case .stateBytes: [.full, .log]
        case .line: [.tooLarge]
        case .name, .controlsOfLink: [.file, .badRequest]
        case .id, .label, .patterns, .pattern, .operations, .channels, .points: [.badRequest]
        case .missingControls: [.first]
        }
    }
}
