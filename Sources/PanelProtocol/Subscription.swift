/// A client's subscription: which events it receives.
package struct Subscription: Equatable, Sendable {
    /// The highest and default rate, in Hz.
    package static let highestRate: Int64 = 60
    /// The valid rates, in Hz.
    package static let rates = 0.1...Double(highestRate)

    /// The events; by default all but levels and points.
    package var events: Set<EventKind> {
        get { storedEvents }
        set {
            storedEvents = newValue
            includesValues = newValue.contains(.valueChanged)
        }
    }
    private var storedEvents = EventKind.defaultKinds
    /// Whether `events` contains those of values. Stored, because every movement asks for it.
    private var includesValues = EventKind.defaultKinds.contains(.valueChanged)
    /// The patterns of the controls; a control is included if any pattern matches.
    package var match: [Glob] {
        get { storedMatch }
        set {
            storedMatch = newValue
            includesAll = newValue.contains(where: \.matchesAll)
            known = [:]
        }
    }
    private var storedMatch = [Glob("*")]
    /// Whether `match` includes every control. Stored, because every movement asks for it.
    private var includesAll = true
    /// Whether `match` includes the controls of the panel, by name.
    private var known: [String: Bool] = [:]
    /// The phases.
    package var phases: Set<ValueChanged.Phase> {
        get { storedPhases }
        set {
            storedPhases = newValue
            includesMovements = newValue.contains(.changed)
        }
    }
    private var storedPhases = Set(ValueChanged.Phase.allCases)
    /// Whether `phases` contains that of a movement. Stored, because every movement asks for it.
    private var includesMovements = true
    /// The maximum rate of movements of one control, in Hz.
    package var rate = Double(highestRate)
    /// Whether the client receives events of its own changes.
    package var echoes = false
    /// Whether events also contain the value as text.
    package var wantsText = false

    /// A subscription to everything except echoes.
    package init() {}

    /// The minimum time between two movements of one control.
    package var interval: Duration { .seconds(1) / rate }

    /// Finds out which of the panel's controls are included. Every event asks for one of them, and
    /// the time for an event must not depend on a client's patterns. The patterns are only compared
    /// with controls that come later, with another panel file.
    package mutating func learn(_ controls: some Sequence<String>) {
        if includesAll { return }
        var learned: [String: Bool] = [:]
        for control in controls { learned[control] = includes(control) }
        known = learned
    }

    /// Whether a control is included. See `learn(_:)`.
    package func includes(_ control: String) -> Bool {
        includesAll || (known[control] ?? match.matches(control))
    }

    /// Whether two subscriptions include the same events, whatever they have learned.
    package static func == (one: Self, other: Self) -> Bool {
        one.events == other.events && one.match == other.match && one.phases == other.phases
            && one.rate == other.rate && one.echoes == other.echoes
            && one.wantsText == other.wantsText
    }

    /// Whether an event is included, for clients that did not cause it.
    package func includes(_ event: ValueChanged) -> Bool {
        includesValues
            && (event.phase == .changed ? includesMovements : phases.contains(event.phase))
            && includes(event.control)
    }

    /// Whether an event is included for the client with this name. A client that has not ended its
    /// touch itself gets the end, with the reason, and so it gets its own value that was deferred.
    package func includes(_ event: ValueChanged, for client: String) -> Bool {
        (echoes || event.source.client != client || event.reason != nil) && includes(event)
    }

    /// Whether an event without a value is included, for clients that did not cause it.
    package func includes(_ notice: PanelNotice) -> Bool {
        guard events.contains(notice.event) else { return false }
        return switch notice.kind {
        case .styleChanged(let control, _), .effectiveChanged(let control, _): includes(control)
        default: true
        }
    }

    /// Whether the levels of a meter or the points of a plot are included.
    package func includes(_ data: some MeasuredData) -> Bool {
        events.contains(data.event) && includes(data.control)
    }

    /// Whether an event without a value is included for the client with this name.
    package func includes(_ notice: PanelNotice, for client: String) -> Bool {
        (echoes || notice.source?.client != client) && includes(notice)
    }
}
