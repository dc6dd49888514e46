import PanelProtocol
import TOML

extension GroupDescription {
    static let options = OptionTable(of: GroupDescription(name: "", label: "")) {
        PanelOption(
            "type", \.kind,
            .choice([
                .mute: "its keys count as on while its master is on",
                .radio: "one of its keys is on",
            ]), "How its keys depend on one another.")
        PanelOption(
            "allow_none", \.allowsNone, .flag, "Whether none of the keys may be on."
        ).onlyWhen("type", is: "\"radio\"")
        PanelOption("label", \.label, .plainText(), otherwise: "the name", "The displayed name.")
    }
}

/// Reads the groups of a panel: their declarations, and the names in keys.
///
/// If a file declares any group, it must declare all. Otherwise, each name in a key is a mute
/// group.
struct GroupReader {
    private(set) var groups: [GroupDescription] = []
    /// The index of each group by its name.
    private var places: [String: Int] = [:]
    private let notes: PanelFileNotes

    init(_ section: TableFields?, keys: [GroupedKey], notes: PanelFileNotes) {
        self.notes = notes
        let declared = section?.unknown ?? []
        if var section { for entry in declared { declare(entry, in: &section) } }
        let areDeclared = !declared.isEmpty
        var used: Set<String> = []
        for key in keys {
            for name in key.groups {
                used.insert(name)
                if !areDeclared, places[name] == nil {
                    add(GroupDescription(name: name, label: name))
                }
                check(key, in: name)
            }
        }
        for entry in declared where !used.contains(entry.key) {
            notes.warning("no key is in the group '\(entry.key)'", at: entry.keyPosition)
        }
        if let problem = Limit.groups.problem(with: groups.count) {
            let first = SourcePosition(line: 1, column: 1)
            notes.error(problem, at: section?.position ?? keys.last?.groupsPosition ?? first)
        }
        var mastered: Set<String> = []
        for key in keys { checkMaster(key, mastered: &mastered) }
        for group in groups where group.kind == .radio { checkDefaults(of: group, keys) }
    }

    private mutating func declare(_ entry: TOMLEntry, in section: inout TableFields) {
        guard var fields = section.table(entry.key, name: "a group") else { return }
        var group = GroupDescription(name: entry.key, label: entry.key)
        GroupDescription.options.read(&fields).apply(to: &group)
        fields.noteUnknownKeys()
        add(group)
    }

    private mutating func add(_ group: GroupDescription) {
        places[group.name] = groups.count
        groups.append(group)
    }

    private func group(named name: String) -> GroupDescription? { places[name].map { groups[$0] } }

    private func check(_ key: GroupedKey, in name: String) {
        guard let group = group(named: name) else {
            return noteUnknown(name, of: "groups", at: key.groupsPosition)
        }
        let mode = key.key.mode
        if group.kind == .radio, mode != .latching {
            notes.error(
                "'groups': a key of the radio group '\(name)' stays on, and 'mode' is "
                    + "\"\(mode.rawValue)\"", at: key.groupsPosition)
        } else if mode == .tap {
            notes.error(
                "'groups': a key whose 'mode' is \"tap\" is in no group", at: key.groupsPosition)
        }
    }

    private func checkDefaults(of group: GroupDescription, _ keys: [GroupedKey]) {
        let on = keys.filter { $0.key.isOn && $0.groups.contains(group.name) }
        guard let first = on.first, on.count > 1 else { return }
        notes.warning(
            "'default': \(on.count) keys of the radio group '\(group.name)' would be on, "
                + "and only the last of them is", at: first.groupsPosition)
    }

    private func checkMaster(_ key: GroupedKey, mastered: inout Set<String>) {
        guard let name = key.key.master else { return }
        guard let group = group(named: name) else {
            return noteUnknown(name, of: "master", at: key.masterPosition)
        }
        if group.kind == .radio {
            notes.error(
                "'master': '\(name)' is a radio group, which has none", at: key.masterPosition)
        } else if !mastered.insert(name).inserted {
            notes.error("'master': the group '\(name)' has another", at: key.masterPosition)
        } else if key.groups.contains(name) {
            notes.error(
                "'master': a key cannot be in the group '\(name)', and its master",
                at: key.masterPosition)
        }
    }

    private func noteUnknown(_ name: String, of key: String, at position: SourcePosition) {
        let near = notes.question(for: name, among: groups.map(\.name))
        notes.error("'\(key)': no group '\(name)'\(near)", at: position)
    }
}
