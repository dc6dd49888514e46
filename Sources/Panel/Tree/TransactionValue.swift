import PanelProtocol

/// A value to set as part of a transaction.
struct TransactionValue {
    let control: PanelControl
    let remote: RemoteValue

    /// Whether the control fades to the value now.
    var fades: Bool {
        guard control.canFade(to: remote) else { return false }
        return control.position(of: remote.value).map { $0 != control.position } ?? false
    }

    /// Sets the value without an event.
    func put() { control.put(remote.value, isFeedback: remote.source.isFeedback) }
}

extension [TransactionValue] {
    /// The followers of each leading control, by its ID. In each link, the controls without a value
    /// of their own follow the last control that changes.
    ///
    /// - Parameter kept: The IDs of controls that stay.
    func linkFollowers(keeping kept: Set<String>) -> [String: LinkFollowers] {
        let linked = filter { $0.control.link != nil }
        let given = kept.union(linked.map(\.control.id))
        var followers: [String: LinkFollowers] = [:]
        var seen: Set<String> = []
        var links: Set<ObjectIdentifier> = []
        // Of several values for one control, the last one counts.
        for item in linked.reversed() where seen.insert(item.control.id).inserted {
            guard let link = item.control.link,
                item.control.nearest(to: item.remote.value) != item.control.value,
                links.insert(ObjectIdentifier(link)).inserted
            else { continue }
            followers[item.control.id] = .allBut(given)
        }
        return followers
    }
}
