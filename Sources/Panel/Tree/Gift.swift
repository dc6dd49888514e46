import PanelProtocol

/// A value that a control is to have as part of a transaction.
struct Gift {
    let control: PanelControl
    let value: ControlValue
    let source: ValueChanged.Source
    /// How long the way there is to take.
    var fade = Duration.zero
}

extension [Gift] {
    /// What follows each control by a link, by its id: of those that are in one link, the last that
    /// changes is followed, by what is not given a value of its own.
    var linkFollowers: [String: LinkFollowers] {
        let given = Set(map(\.control.id))
        var followers: [String: LinkFollowers] = [:]
        var links: Set<ObjectIdentifier> = []
        for gift in reversed() where followers[gift.control.id] == nil {
            let control = gift.control
            let isFollowed =
                control.link.map { link in
                    control.nearest(to: gift.value) != control.value
                        && links.insert(ObjectIdentifier(link)).inserted
                } ?? false
            followers[control.id] = isFollowed ? .allBut(given) : LinkFollowers.none
        }
        return followers
    }
}
