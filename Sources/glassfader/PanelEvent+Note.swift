import GlassfaderClient

extension PanelEvent {
    /// A text for events that are not about a control's value; nil for others.
    var note: String? {
        switch self {
        case .pageChanged(let page): "page \(page)"
        case .spillChanged(let vca): vca.map { "spilled \($0)" } ?? "all strips are shown"
        case .locked(let lock): lock.text
        case .sceneRecalled(let name, _, let missing):
            "scene '\(name)' recalled"
                + (missing.isEmpty ? "" : ", without \(missing.joined(separator: ", "))")
        case .action(let action): action.text
        case .pinRejected(let rejection):
            "a wrong PIN, "
                + (rejection.attemptsLeft > 0
                    ? "\(rejection.attemptsLeft) attempts left" : "the pad waits")
        case .configReloaded: "the panel file was read again"
        case .styleChanged(let style): "\(style.control): \(style.color) '\(style.label)'"
        case .stripChanged(let style):
            "\(style.strip): \(style.color.map { $0 + " " } ?? "")'\(style.label)'"
                + (style.isVisible ? "" : ", hidden")
        case .resync: "events were lost; these are the present values"
        case .bye(let reason): "the panel has disconnected: \(reason)"
        case .valueChanged, .effectiveChanged, .meters, .plot, .other: nil
        }
    }
}

extension PanelEvent.Action {
    /// What a key did, as text.
    fileprivate var text: String {
        let what = [action, name.map { "'\($0)'" }].compactMap(\.self).joined(separator: " ")
        return "\(control): \(what)" + (problem.map { ", rejected: \($0)" } ?? "")
    }
}

extension PanelEvent.Lock {
    /// The state of the lock as text.
    var text: String {
        guard isOn else { return "unlocked" }
        return "locked" + (coversClients ? ", also for clients" : "")
            + (exceptions.isEmpty ? "" : ", except \(exceptions.joined(separator: ", "))")
    }
}
