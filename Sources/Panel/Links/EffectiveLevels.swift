import PanelProtocol

/// The levels in effect of all controls in VCAs.
///
/// The level in effect of a member is its own level plus those of its masters, in dB. A master may
/// be a member of other VCAs. Each level is computed from the controls' own values: whatever the
/// moves, no error accumulates.
struct EffectiveLevels {
    private struct Node {
        unowned let control: PanelControl
        /// The indices of its masters, which are less than its own.
        let masters: [Int]
        /// In dB; -∞ for silence.
        var level = 0.0
    }

    /// A level that clients do not know yet.
    private struct News {
        let control: String
        /// The control that caused it.
        let cause: String

        var isOwn: Bool { cause == control }
    }

    /// The controls in VCAs, masters before their members.
    private var nodes: [Node] = []
    /// The levels of the members that clients know, by full ID.
    private var known: [String: EffectiveLevel] = [:]
    private var news: [News] = []
    /// The controls in `news`.
    private var hasNewsOf: Set<String> = []

    /// When news were last taken; `nil` for never.
    private var lastReport: Duration?
    /// Whether reports wait until several values are set.
    var defersReports = false

    /// Whether `takeNews(at:_:)` may return something.
    var hasNews: Bool { !news.isEmpty }

    // MARK: Changes

    /// Takes the VCAs of all controls. Records news for the members whose level has changed, and
    /// for the controls that have left their last VCA.
    mutating func connect(_ controls: [PanelControl]) {
        disconnect()
        let members = controls.filter { !$0.vcas.isEmpty }
        if members.isEmpty, known.isEmpty { return }
        for member in members { add(member) }
        for index in nodes.indices { compute(index) }
        for member in members where known[member.id] != member.effective {
            note(member, because: member.vcas.first?.controls.first ?? member)
        }
        for control in controls where control.vcas.isEmpty && control.effective != nil {
            control.showEffective(nil)
        }
        let names = Set(controls.map(\.id))
        known = known.filter { names.contains($0.key) }
        for control in controls where control.vcas.isEmpty && known[control.id] != nil {
            note(control, because: control)
        }
    }

    /// Forgets the controls, but not the levels that clients know.
    mutating func disconnect() {
        for node in nodes { node.control.levelIndex = nil }
        nodes = []
    }

    /// Adds a control after its masters.
    private mutating func add(_ control: PanelControl) {
        guard control.levelIndex == nil else { return }
        let masters = control.vcas.compactMap(\.controls.first)
        for master in masters { add(master) }
        control.levelIndex = nodes.count
        nodes.append(Node(control: control, masters: masters.compactMap(\.levelIndex)))
    }

    /// After a control's own value has changed, computes again the levels that depend on it.
    mutating func update(after control: PanelControl) {
        guard let first = control.levelIndex, compute(first) else { return }
        note(control, because: control)
        guard !control.masteredVCAs.isEmpty else { return }
        var moved: Set<Int> = [first]
        for index in nodes.indices.dropFirst(first + 1)
        where nodes[index].masters.contains(where: moved.contains) && compute(index) {
            moved.insert(index)
            note(nodes[index].control, because: control)
        }
    }

    /// Computes and shows a level. Returns whether it changed.
    @discardableResult
    private mutating func compute(_ index: Int) -> Bool {
        let node = nodes[index]
        let level = node.masters.reduce(node.control.ownLevel) { $0 + nodes[$1].level }
        nodes[index].level = level
        if !node.masters.isEmpty { node.control.showEffective(level) }
        return level != node.level
    }

    private mutating func note(_ control: PanelControl, because cause: PanelControl) {
        guard control.effective != nil || known[control.id] != nil else { return }
        if !hasNewsOf.insert(control.id).inserted {
            // Its own event may be withheld, but not a change that another control caused.
            if cause !== control { news.removeAll { $0.control == control.id && $0.isOwn } }
            guard !news.contains(where: { $0.control == control.id }) else { return }
        }
        news.append(News(control: control.id, cause: cause.id))
    }

    // MARK: Reports

    /// When the next report is due: at most one in each interval. `nil` without news.
    func nextReport(interval: Duration) -> Duration? {
        guard hasNews, !defersReports else { return nil }
        return lastReport.map { $0 + interval } ?? .zero
    }

    /// Records that clients know the present levels.
    mutating func settle() {
        for node in nodes { known[node.control.id] = node.control.effective }
        (news, hasNewsOf) = ([], [])
    }

    /// After a reload has set all values again, removes the news of levels that clients know
    /// already.
    mutating func forgetKnown(_ control: (String) -> PanelControl?) {
        news.removeAll { item in
            guard let level = control(item.control)?.effective else { return false }
            return known[item.control] == level
        }
        hasNewsOf = Set(news.map(\.control))
    }

    /// Records that clients receive the level of a control together with its value.
    mutating func noteReport(of control: PanelControl) {
        guard let level = control.effective else { return }
        known[control.id] = level
        if hasNewsOf.remove(control.id) != nil {
            news.removeAll { $0.control == control.id }
        }
    }

    /// Records that clients do not receive this movement of a control: they receive the last one.
    mutating func noteWithheld(of control: PanelControl) {
        news.removeAll { $0.control == control.id && $0.isOwn }
        if !news.contains(where: { $0.control == control.id }) { hasNewsOf.remove(control.id) }
    }

    /// The controls whose level has moved since the last report, with the controls that caused it.
    /// A control that has left its last VCA has its own level.
    mutating func takeNews(
        at time: Duration, _ control: (String) -> PanelControl?
    ) -> [(control: String, level: EffectiveLevel, cause: String)] {
        defer { (news, hasNewsOf) = ([], []) }
        lastReport = time
        return news.compactMap { item in
            guard let control = control(item.control),
                let level = control.effective ?? control.ownEffectiveLevel
            else { return nil }
            // Even if the level equals that of the last event: a reply may have reported another
            // one since.
            known[control.id] = control.effective
            return (control.id, level, item.cause)
        }
    }
}
