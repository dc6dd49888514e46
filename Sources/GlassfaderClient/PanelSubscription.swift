/// What a client wants to hear of.
public struct PanelSubscription: Equatable, Sendable {
    /// Which controls, by name; with `*` and `?`.
    public var patterns: [String]
    /// `began`, `changed`, `ended`, `cancelled` and `set`, or fewer; nil for all. With `ended`,
    /// `cancelled` and `set` one hears only what remains.
    public var phases: [String]?
    /// `valueChanged`, `pageChanged`, `locked`…; nil for all.
    public var events: [String]?
    /// How often a control is told of while it moves, in Hz; nil for as often as it does.
    public var maximumRate: Double?
    /// Whether one hears of what one has set oneself.
    public var echoes: Bool

    /// Asks for the events of the controls that match any of the patterns.
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
