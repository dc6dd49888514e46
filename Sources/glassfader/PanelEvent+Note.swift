import GlassfaderClient

extension PanelEvent {
    /// What it says to a person, of an event that is about no control's value; nil for others.
    var note: String? {
        switch self {
        case .pageChanged(let page): "page \(page)"
        case .locked(let lock): lock.text
        case .sceneRecalled(let name, _): "scene '\(name)' recalled"
        case .configReloaded: "the panel file was read again"
        case .styleChanged(let style): "\(style.control): \(style.color) '\(style.label)'"
        case .resync: "events were lost; the values are now"
        case .bye(let reason): "the panel says farewell: \(reason)"
        case .valueChanged, .meters, .other: nil
        }
    }
}

extension PanelEvent.Lock {
    /// What it says to a person.
    var text: String {
        guard isOn else { return "unlocked" }
        return "locked" + (coversClients ? ", for programs too" : "")
            + (exceptions.isEmpty ? "" : ", except \(exceptions.joined(separator: ", "))")
    }
}
