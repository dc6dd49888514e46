import Controls

/// The keys of a panel, by the names of the groups that they belong to or control.
struct ControlGroups {
    private var members: [String: [PanelControl]] = [:]
    private var masters: [String: [PanelControl]] = [:]

    /// Collects the keys of the controls.
    init(_ controls: [PanelControl]) {
        for control in controls {
            guard let key = control.kind.key else { continue }
            for name in Set(control.description.groups) {
                members[name, default: []].append(control)
            }
            if let master = key.master { masters[master, default: []].append(control) }
        }
    }

    /// Creates the groups. Returns their keys, which retain the groups.
    func join(_ groups: [GroupDescription]) -> [PanelControl] { groups.flatMap(join) }

    private func join(_ description: GroupDescription) -> [PanelControl] {
        let members = members[description.name] ?? []
        let keys = members.compactMap(\.key)
        switch description.kind {
        case .radio:
            let group = RadioGroup(allowsNone: description.allowsNone)
            for key in keys { group.add(key) }
            return members
        case .mute:
            let masters = masters[description.name] ?? []
            let group = MuteGroup()
            for key in keys { group.add(key) }
            group.master = masters.first?.key
            return members + masters
        }
    }
}
