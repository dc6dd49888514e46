/// The controls of a panel, and the lists of those among them that have a task.
struct ControlTable {
    /// All controls, in the order of the file.
    private(set) var all: [PanelControl] = []
    private var indices: [String: Int] = [:]
    /// The controls that may change when another does: keys in groups, and controls that show
    /// pages.
    private(set) var followers: [PanelControl] = []
    /// The controls that show pages.
    private(set) var pageControls: [PanelControl] = []
    /// The controls that set a property of the device.
    private(set) var boundControls: [PanelControl] = []
    /// The keys with an action.
    private(set) var actionKeys: [PanelControl] = []
    /// The cards, by the ID of the control that chooses among them.
    private(set) var cards: [String: [PanelControl]] = [:]
    /// The keys of the radio groups that choose strips, by the name of the group.
    private(set) var selectors: [String: [PanelControl]] = [:]

    /// No controls.
    init() {}

    /// Finds the tasks of the controls of a panel, and joins keys to their groups.
    init(_ controls: [PanelControl], of description: PanelDescription) {
        all = controls
        for (index, control) in controls.enumerated() { indices[control.id] = index }
        pageControls = controls.filter(\.showsPages)
        followers = pageControls + ControlGroups(controls).join(description.groups)
        boundControls = controls.filter { $0.kind.binding != nil }
        actionKeys = controls.filter { $0.kind.action != nil }
        findChoosers(among: Set(description.allPages.flatMap(\.strips).compactMap(\.selector)))
    }

    /// Finds the cards and the keys that choose strips.
    ///
    /// - Parameter groups: The radio groups that choose strips.
    private mutating func findChoosers(among groups: Set<String>) {
        for control in all {
            control.isChooser = false
            if let card = control.description.card {
                cards[card.chooser, default: []].append(control)
            }
            guard control.key != nil else { continue }
            for group in control.description.groups where groups.contains(group) {
                selectors[group, default: []].append(control)
            }
        }
        for id in cards.keys { self[id]?.isChooser = true }
        for key in selectors.values.joined() { key.isChooser = true }
    }

    /// The control with a full ID such as `ch1.level`.
    subscript(id: String) -> PanelControl? { indices[id].map { all[$0] } }
}
