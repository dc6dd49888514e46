import PanelProtocol

// What outlives the program.
extension Panel {
    /// What of the panel is to be kept: see `PanelState`. It is another when `revision` is.
    package var state: PanelState {
        var state = PanelState()
        state.values = absentValues
        for (control, value) in lastingValues { state.values[control.id] = value }
        state.page = page.isEmpty ? nil : page
        state.scenes = storedScenes
        state.links = ownLinks
        state.lock = lock
        return state
    }

    /// The controls whose values outlive the program, and these values: of one that fades, the value
    /// that it is going to.
    var lastingValues: [(control: PanelControl, value: ControlValue)] {
        let destinations = destinations
        return controls.compactMap { control in
            control.keptValue.map {
                (control, destinations[ObjectIdentifier(control)] ?? $0)
            }
        }
    }

    /// Puts back what was kept. The values that are others for it are told as `restore`.
    ///
    /// Links that clients had made are there again as far as they can be. Each value is brought into
    /// the range of its control; what a control cannot be is left out, and the value of a control that
    /// is not there waits for it. A control that a finger holds takes its value when the finger leaves.
    package func restore(_ state: PanelState, at time: Duration) {
        // Each control takes its own value, and not what another's would make of it.
        for link in ownLinks { remove(linkNamed: link.name, at: time) }
        keepAbsent(state.values)
        let transaction = nextTransaction()
        _ = give(
            transactionValues(state.values, from: .restore, at: time) {
                obstacle(to: $1, on: $0) == nil
            },
            as: transaction, at: time)
        addAgain(state.links)
        storedScenes = state.scenes.sorted { $0.name < $1.name }
        sceneBytes = storedScenes.reduce(0) { $0 + $1.savedSize }
        if let page = state.page { show(page: page, from: .restore, at: time) }
        if state.lock != lock { setLock(state.lock, from: .restore, at: time) }
        revision += 1
    }

    /// Puts the values back that controls of the same id had in another panel file, and tells nobody.
    ///
    /// - Parameter kept: the controls that have theirs.
    func keep(_ state: PanelState, sparing kept: [PanelControl]) {
        keepAbsent(state.values)
        let items = transactionValues(state.values, from: .restore, at: .zero) { control, _ in
            !kept.contains { $0 === control }
        }
        for item in items { item.control.put(item.value) }
        for control in controls { control.link?.settle(control) }
        for control in followers { _ = control.noteChangeByAnother() }
        if let page = state.page { _ = turn(to: page) }
        for control in followers { _ = control.noteChangeByAnother() }
    }

    /// Keeps values for controls that the panel does not have now: those that have gone last before
    /// others.
    private func keepAbsent(_ values: [String: ControlValue]) {
        var absent = values.filter { self[$0.key] == nil }
        let excess = absent.count - Limit.absentValues.most
        if excess > 0 {
            let known = absent.keys.filter { absentValues[$0] != nil }.sorted()
            let new = absent.keys.filter { absentValues[$0] == nil }.sorted()
            for id in (known + new).prefix(excess) { absent[id] = nil }
            onForgotten?(excess)
        }
        absentValues = absent
        var others = PanelState()
        others.values = absent
        // A value is a number for each part, or a word of the panel file.
        valueBytes =
            others.json.count + controls.reduce(0) { $0 + $1.id.utf8.count + Self.bytesOfValue }
    }

    private static let bytesOfValue = 96

    /// Refuses what would make the saved state too large.
    func checkRoom(scenes: Int, links: [LinkRequest]) throws(RequestError) {
        let links = links.reduce(0) { sum, link in
            link.controls.reduce(sum + Self.bytesOfValue) { $0 + $1.utf8.count + 3 }
        }
        try Limit.stateBytes.check(valueBytes + scenes + links, field: "name")
    }

    /// The values that controls can take and, as `isFree` says, may, in the order of the panel.
    func transactionValues(
        _ values: [String: ControlValue], from source: ValueChanged.Source, at time: Duration,
        fade: Duration = .zero, where isFree: (PanelControl, RemoteValue) -> Bool
    ) -> [TransactionValue] {
        controls.compactMap { control in
            guard let value = values[control.id], let wanted = control.valid(value) else {
                return nil
            }
            let remote = RemoteValue(value: wanted, source: source, time: time, fade: fade)
            return isFree(control, remote)
                ? TransactionValue(control: control, value: wanted, source: source, fade: fade)
                : nil
        }
    }
}
