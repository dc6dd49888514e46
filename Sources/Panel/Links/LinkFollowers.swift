/// What follows a control by its link when that moves.
enum LinkFollowers {
    /// Everything in the link.
    case all
    /// Everything but these, by id, which are given values of their own at the same time.
    case allBut(Set<String>)
    /// Nothing: the others stay where they are.
    case none

    /// Whether a control is among them.
    func has(_ control: PanelControl) -> Bool {
        switch self {
        case .all: true
        case .allBut(let others): !others.contains(control.id)
        case .none: false
        }
    }
}
