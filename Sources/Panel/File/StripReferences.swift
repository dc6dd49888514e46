import PanelProtocol
import TOML

/// What the controls of all strips refer to by name. It is checked once everything is read.
struct StripReferences {
    private let notes: PanelFileNotes
    /// The position of the first use of each full ID.
    private var controls: [String: SourcePosition] = [:]
    /// Labels that show a control.
    private var shown: [(id: String, position: SourcePosition)] = []
    /// The curves with a keypad, which opens from the labels that show their values.
    private var typed: [(id: String, position: SourcePosition)] = []
    /// The cards, with the full IDs of their choosers.
    private var cards: [(chooser: String, card: StackReader.Card)] = []
    /// The words of controls that choose among words, by full ID.
    private var words: [String: [String]] = [:]
    /// The types, in words, of controls that a label cannot show, by full ID.
    private var valueless: [String: String] = [:]
    /// The keys that name groups.
    private(set) var groupedKeys: [GroupedKey] = []
    /// The strips that share a place, and the groups that select the visible one.
    private var selections: [(group: String, strips: [String], position: SourcePosition)] = []

    init(notes: PanelFileNotes) { self.notes = notes }

    // MARK: Reading

    /// Records a full ID. Returns the position of its first use; `nil` if this is the first.
    mutating func add(_ id: String, at position: SourcePosition) -> SourcePosition? {
        if let first = controls[id] { return first }
        controls[id] = position
        return nil
    }

    /// Records what a control of a strip refers to, and what others may refer to.
    mutating func add(_ control: ControlDescription, of strip: String, _ table: TableFields) {
        let id = control.id
        for part in control.parts { controls[part.id] = table.position(of: "id") }
        if let key = control.kind.key, !control.groups.isEmpty || key.master != nil {
            groupedKeys.append(
                GroupedKey(
                    key: key, strip: strip, groups: control.groups,
                    groupsPosition: table.position(of: "groups"),
                    masterPosition: table.position(of: "master")))
        }
        if let choices = control.kind.converter?.words {
            words[id] = control.kind.showsPages ? PageName.pages(of: choices) : choices
        }
        if !control.kind.isShownByLabels {
            valueless[id] =
                control.type.typeNounWithArticle
                + (control.kind.converter == nil
                    ? ", and has no value" : ", whose time a label cannot show")
        }
        if control.kind.hasKeypad, control.access == .readWrite, control.kind is CurveDescription {
            typed.append((id, table.position(of: "keypad")))
        }
        if let shownID = control.kind.shownControl {
            shown.append((shownID, table.position(of: "shows")))
        }
    }

    /// Records a card and the full ID of its chooser.
    mutating func add(_ card: StackReader.Card, of chooser: String) {
        cards.append((chooser, card))
    }

    /// Records strips that share a place, and the group that selects the visible one.
    mutating func addSelection(
        by group: String, among strips: [String], at position: SourcePosition
    ) {
        selections.append((group, strips, position))
    }

    // MARK: Checking

    /// Checks the references to controls.
    func check() {
        for (id, position) in shown {
            if let type = valueless[id] {
                notes.error("'shows': '\(id)' is \(type)", at: position)
            } else if controls[id] == nil {
                let near = notes.question(for: id, among: controls.keys.sorted())
                notes.error("'shows': no control '\(id)'\(near)", at: position)
            }
        }
        for (id, position) in typed where !shown.contains(where: { $0.id.hasPrefix(id + ".") }) {
            notes.warning(
                "'keypad' is not in effect: no label shows a value of '\(id)'", at: position)
        }
        for (chooser, card) in cards { check(card, of: chooser) }
    }

    private func check(_ card: StackReader.Card, of chooser: String) {
        guard controls[chooser] != nil else {
            let near = notes.question(for: chooser, among: words.keys.sorted())
            return notes.error(
                "'cards': no control '\(chooser)'\(near)", at: card.chooserPosition)
        }
        guard let words = words[chooser] else {
            return notes.error(
                "'cards': '\(chooser)' does not choose among words, as a segmented control does",
                at: card.chooserPosition)
        }
        if !words.contains(card.word) {
            notes.error(
                "'\(card.word)' is no value of '\(chooser)'; it has "
                    + words.map { "'\($0)'" }.joined(separator: ", ")
                    + notes.question(for: card.word, among: words), at: card.position)
        }
    }

    /// Checks the groups that choose which strip is visible.
    func checkSelections(among groups: [GroupDescription]) {
        for (name, strips, position) in selections {
            guard let group = groups.first(where: { $0.name == name }) else {
                let near = notes.question(for: name, among: groups.map(\.name))
                notes.error("'show': no group '\(name)'\(near)", at: position)
                continue
            }
            if group.kind != .radio {
                notes.error("'show': '\(name)' is not a radio group", at: position)
                continue
            }
            let withKey = Set(groupedKeys.filter { $0.groups.contains(name) }.map(\.strip))
            if let strip = strips.first(where: { !withKey.contains($0) }) {
                notes.error(
                    "'show': no strip '\(strip)' has a key in the group '\(name)'", at: position)
            }
        }
    }
}
