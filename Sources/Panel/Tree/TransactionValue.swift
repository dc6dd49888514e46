import PanelProtocol

/// A value that a control is to have as part of a transaction.
struct TransactionValue {
    let control: PanelControl
    let value: ControlValue
    let source: ValueChanged.Source
    /// How long the way there is to take.
    var fade = Duration.zero
}

extension [TransactionValue] {
    /// What follows each control that is followed, by its id: of those in one link, the last that
    /// changes is followed, by what is not given a value of its own.
    var linkFollowers: [String: LinkFollowers] {
        let linked = filter { $0.control.link != nil }
        let given = Set(linked.map(\.control.id))
        var followers: [String: LinkFollowers] = [:]
        var seen: Set<String> = []
        var links: Set<ObjectIdentifier> = []
        // Of several values for one control, the last one counts.
        for item in linked.reversed() where seen.insert(item.control.id).inserted {
            guard let link = item.control.link,
                item.control.nearest(to: item.value) != item.control.value,
                links.insert(ObjectIdentifier(link)).inserted
            else { continue }
            followers[item.control.id] = .allBut(given)
        }
        return followers
    }
}
