/// What a client wants to be told.
package struct Subscription: Equatable, Sendable {
    /// The highest rate that a client can ask for, in Hz, and the rate if it asks for none.
    package static let highestRate: Int64 = 60
    /// The rates that a client can ask for, in Hz.
    package static let rates = 0.1...Double(highestRate)

    /// The events wanted; all but levels if the client named none.
    package var events = EventKind.standard
    /// The controls wanted; a control is if any pattern matches it.
    package var match = [Glob("*")]
    /// The phases wanted.
    package var phases = Set(ValueChanged.Phase.allCases)
    /// How often at most a movement of one control is told, in Hz.
    package var rate = Double(highestRate)
    /// Whether the client gets events of what it has set itself.
    package var echoes = false
    /// Whether events carry the value as a person reads it, too.
    package var wantsText = false

    /// Wants everything, except echoes.
    package init() {}

    /// The least time between two movements of one control.
    package var interval: Duration { .seconds(1) / rate }

    /// Whether a control is among those wanted.
    package func includes(_ control: String) -> Bool {
        match.contains { $0.matches(control) }
    }

    /// Whether an event is wanted by whoever has not caused it.
    package func includes(_ event: ValueChanged) -> Bool {
        events.contains(.valueChanged) && phases.contains(event.phase) && includes(event.control)
    }

    /// Whether an event is wanted by the client of this name.
    package func includes(_ event: ValueChanged, for client: String) -> Bool {
        (echoes || event.source.client != client) && includes(event)
    }

    /// Whether an event that is about no value is wanted by whoever has not caused it.
    package func includes(_ notice: PanelNotice) -> Bool {
        guard events.contains(notice.event) else { return false }
        if case .styleChanged(let control, _) = notice.kind { return includes(control) }
        return true
    }

    /// Whether the levels of a meter are wanted.
    package func includes(_ levels: MeterLevels) -> Bool {
        events.contains(.meters) && includes(levels.control)
    }

    /// Whether an event that is about no value is wanted by the client of this name.
    package func includes(_ notice: PanelNotice, for client: String) -> Bool {
        (echoes || notice.source?.client != client) && includes(notice)
    }
}
