import Controls

extension GroupDescription {
    /// Makes a group of the keys among some controls that name it, and gives those back. The keys keep
    /// the group alive.
    func join(_ controls: [PanelControl]) -> [PanelControl] {
        let members = controls.filter { control in
            control.kind.key != nil && control.description.groups.contains(name)
        }
        let keys = members.compactMap { $0.view as? Button }
        switch kind {
        case .radio:
            let group = RadioGroup(allowsNone: allowsNone)
            for key in keys { group.add(key) }
            return members
        case .mute:
            let masters = controls.filter { $0.kind.key?.master == name }
            let group = MuteGroup()
            for key in keys { group.add(key) }
            group.master = masters.first?.view as? Button
            return members + masters
        }
    }
}
