import Controls

/// Writes down what a control tells its targets, until it is read.
final class EventListener {
    private(set) var events: [String] = []

    init(to control: Control) {
        let names: [(Control.Event, String)] = [
            // In another order than they happen in, so that this order is not what is seen.
            (.editingDidEnd, "editingDidEnd"), (.touchUpOutside, "touchUpOutside"),
            (.touchUpInside, "touchUpInside"), (.touchCancel, "touchCancel"),
            (.valueChanged, "valueChanged"), (.editingDidBegin, "editingDidBegin"),
            (.touchDown, "touchDown"),
        ]
        for (event, name) in names {
            control.addAction(for: event) { [unowned self] _, _ in events.append(name) }
        }
    }

    /// What was told since the last reading.
    func read() -> [String] {
        defer { events = [] }
        return events
    }

    /// How often a new value was told since the last reading.
    func readChangeCount() -> Int { read().count { $0 == "valueChanged" } }
}
