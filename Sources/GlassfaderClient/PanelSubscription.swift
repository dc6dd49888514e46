/// Which events a client receives.
public struct PanelSubscription: Equatable, Sendable {
    /// The names of the controls; with `*` and `?`.
    public var patterns: [String]
    /// Some of `began`, `changed`, `ended`, `cancelled` and `set`; `nil` for all. With `ended`,
    /// `cancelled` and `set`, only final values are received.
    public var phases: [String]?
    /// `valueChanged`, `pageChanged`, `locked`…; `nil` for all but `meters` and
    /// `plot`.
    public var events: [String]?
    /// The maximum rate of events of a moving control, in Hz; `nil` for the daemon's maximum.
    public var maximumRate: Double?
    /// Whether the client receives events of its own changes.
    public var echoes: Bool

    /// A subscription to the controls that match any of the patterns.
    public init(
        to patterns: [String] = ["*"], phases: [String]? = nil, events: [String]? = nil,
        maximumRate: Double? = nil, echoes: Bool = false
    ) {
        self.patterns = patterns
        self.phases = phases
        self.events = events
        self.maximumRate = maximumRate
        self.echoes = echoes
    }
}
