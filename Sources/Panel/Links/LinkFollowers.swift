/// Which controls of a link follow a movement of one of them.
enum LinkFollowers {
    /// All controls of the link.
    case all
    /// All except these, by ID, which are set to values of their own at the same time.
    case allBut(Set<String>)
    /// None: the others stay.
    case none

    /// Whether a control follows.
    func has(_ control: PanelControl) -> Bool {
        switch self {
        case .all: true
        case .allBut(let others): !others.contains(control.id)
        case .none: false
        }
    }
}
