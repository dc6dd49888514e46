/// The limits on all that clients and files can make grow. A panel that reaches every limit stays
/// within the memory limit of the service unit.
///
/// glassfader-protocol(7) contains the same table, by `rawValue`.
package enum Limit: String, CaseIterable, Sendable {
    // Panel file.
    case pages
    case strips
    case controls
    case controlsOfStrip = "controls of a strip"
    case templates
    case groups
    case groupsOfControl = "groups of a control"
    case words = "options of a choice"
    case entries = "entries of a list"
    case colors = "colours of the theme"
    case fonts = "fallback fonts"
    case images
    case imagePixels = "pixels of all images"
    case plots
    case devices = "input devices"
    case binds = "texts of a bind"
    case bridges
    case bridgeBytes = "bytes of all bridges"
    case text = "bytes of a text"
    case path = "bytes of a path"
    case mistakes = "mistakes reported"

    // Connections.
    case connections = "connections of a user"
    case waitingEvents = "events that wait for a connection"
    case allWaitingEvents = "events that wait for a user"

    // Data that clients store.
    case links
    case scenes
    case undoSteps = "changes to undo"
    case sceneBytes = "bytes of all scenes"
    case stateBytes = "bytes of the saved state"
    case absentValues = "values of absent controls"

    // Requests.
    case line = "bytes of a request"
    case name = "bytes of a name"
    case id = "bytes of an id"
    case label = "bytes of a label"
    case patterns = "patterns of a request"
    case pattern = "bytes of a pattern"
    case operations = "operations of a batch"
    case controlsOfLink = "controls of a link"
    case channels = "channels of a meter"
    case points = "points of a plot"

    // Replies and events.
    case missingControls = "missing controls of a scene"

    /// The limit.
    package var most: Int {
        switch self {
        case .pages: 64
        case .strips: 2048
        case .controls: 5120
        case .controlsOfStrip: 1024
        case .templates: 256
        case .groups: 1024
        case .groupsOfControl: 16
        case .words: 64
        case .entries: 256
        case .colors: 256
        case .fonts: 8
        case .images: 256
        case .imagePixels: 3 << 20
        case .plots: 256
        case .devices: 64
        case .binds: 8
        case .bridges: 16
        case .bridgeBytes: 32 << 10
        case .text: 256
        case .path: 4096
        case .mistakes: 100
        case .connections: 4096
        case .waitingEvents: 65_536
        case .allWaitingEvents: 262_144
        case .links: 512
        case .scenes: 1000
        case .undoSteps: 10
        case .sceneBytes: 2 << 20
        case .stateBytes: 4 << 20
        case .absentValues: 8192
        case .line: LineReader.requestLimit
        case .name: 64
        case .id: RequestID.longestString
        case .label: 256
        case .patterns: 64
        case .pattern: Glob.longest
        case .operations: BatchRequest.mostOperations
        case .controlsOfLink: LinkRequest.mostControls
        case .channels: MeterLevels.mostChannels
        case .points: PlotPoints.mostPoints
        case .missingControls: 100
        }
    }

    /// Why a number is too large, such as `65 pages: at most 64 are allowed`; `nil` if it is not.
    package func problem(with found: Int) -> String? {
        found <= most ? nil : "\(found) \(rawValue): at most \(most) are allowed"
    }

    /// Throws an error if a number is above the limit.
    package func check(_ found: Int, field: String? = nil) throws(RequestError) {
        if let problem = problem(with: found) { throw RequestError(.full, problem, field: field) }
    }
}
