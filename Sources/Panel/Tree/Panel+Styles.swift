import Drawing
package import PanelProtocol

// The style of controls and strips, which clients can change.
extension Panel {
    /// Changes the style of a control or strip.
    ///
    /// - Throws: If there is no such control, strip or colour, if the change would have no effect,
    ///   or if the saved state would become too large. Nothing is changed then.
    package func perform(
        _ request: StyleRequest, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> PanelReply {
        let id = request.target.id
        try checkTarget(of: request)
        try checkLock(on: id, for: source)
        if case .other(let name) = request.color, description.theme.color(named: name) == nil {
            throw RequestError(
                .badValue, "color: expected \"#rrggbb\" or a colour of the theme", field: "color",
                near: Suggestions.near(name, in: description.theme.colorNames))
        }
        if case .other(let name) = request.icon, !StyleChange.isIcon(name) {
            throw RequestError(
                .badValue, "icon: expected the name of an icon, or \"none\"", field: "icon",
                near: Suggestions.near(name, in: TextStyle.icons))
        }
        let old = styles[id]
        let new = old.changed(by: request)
        let growth = new.savedSize(for: id) - old.savedSize(for: id)
        if growth > 0 { try checkRoom(styles: styles.bytes + growth) }
        setStyles([(id, new)], from: source, at: time)
        return switch request.target {
        case .control: .style(control: id, try control(named: id).style)
        case .strip: .stripStyle(strip: id, style(of: try strip(named: id)))
        }
    }

    /// Throws an error for an unknown target, and for a change that would have no effect.
    private func checkTarget(of request: StyleRequest) throws(RequestError) {
        switch request.target {
        case .control(let id):
            let control = try control(named: id)
            if let container = control.description.container {
                throw RequestError(
                    .badRequest, "\(id) has the style of \(container)", field: "control")
            }
            if request.color != .kept, !control.hasColor {
                throw RequestError(
                    .badRequest, "color: the colour of \(id) cannot be changed", field: "color")
            }
            if request.icon != .kept, !control.hasIcon {
                throw RequestError(.badRequest, "icon: \(id) shows no icon", field: "icon")
            }
            if request.isEnabled != nil, !control.canBeEnabled {
                throw RequestError(
                    .badRequest, "enabled: \(id) cannot be moved by fingers", field: "enabled")
            }
        case .strip(let id):
            _ = try strip(named: id)
            if request.isEnabled != nil {
                throw RequestError(
                    .badRequest, "enabled: only controls are enabled or disabled",
                    field: "enabled")
            }
        }
    }

    /// Replaces all styles. Reports the controls and strips that then look different.
    func setStyles(
        _ styles: [String: StyleChange], from source: ValueChanged.Source, at time: Duration
    ) {
        let ids = Set(self.styles.all.keys).union(styles.keys).sorted()
            .filter { self[$0] != nil || pageTree.stripPlaces[$0] != nil }
        setStyles(ids.map { ($0, styles[$0] ?? StyleChange()) }, from: source, at: time)
    }

    private func setStyles(
        _ changes: [(id: String, style: StyleChange)], from source: ValueChanged.Source,
        at time: Duration
    ) {
        let notices = changes.compactMap { setStyle($0.style, of: $0.id) }
        closeIdleValuePad()
        endClientTouches(reason: .disabled, at: time) { !$0.isEnabled }
        endTouchesOnHiddenKeys(at: time)
        for notice in notices {
            onNotice?(PanelNotice(notice, source: source, time: time))
        }
    }

    /// Returns the notice to send if the control or strip looks different.
    private func setStyle(_ new: StyleChange, of id: String) -> PanelNotice.Kind? {
        let old = styles[id]
        guard new != old else { return nil }
        let before = styleNotice(of: id)
        styles[id] = new
        revision += 1
        show(new, insteadOf: old, of: id)
        areVeilsOutdated = true
        let notice = styleNotice(of: id)
        return notice == before ? nil : notice
    }

    /// The notice of the present style of a control or strip.
    private func styleNotice(of id: String) -> PanelNotice.Kind? {
        if let control = self[id] { return .styleChanged(control: id, control.style) }
        return stripDescription(withID: id).map { .stripChanged(strip: id, style(of: $0)) }
    }

    private func show(_ change: StyleChange, insteadOf old: StyleChange, of id: String) {
        guard let control = self[id] else {
            for (page, strip) in pageTree.stripPlaces[id] ?? [] {
                page.showStrip(at: strip, styles: styles(on: page))
            }
            return
        }
        let color = change.color.flatMap(description.theme.color(named:))
        if let color { control.color = color } else if old.color != nil { control.resetColor() }
        if let label = change.label {
            control.label = label
        } else if old.label != nil {
            control.resetLabel()
        }
        control.icon = change.shownIcon(insteadOf: control.description.textStyle.icon)
        control.isEnabled = change.isEnabled ?? control.description.isEnabled
        control.isVisible = change.isVisible ?? control.description.isVisible
        showTexts(of: control)
    }

    /// Shows the label and the value of a control where it is visible, and on all pages that share
    /// it.
    func showTexts(of control: PanelControl) {
        for (page, _) in pageTree.stripPlaces[control.stripID] ?? [] {
            page.showTexts(of: control)
        }
    }

    /// Shows the styles on a new tree. Styles of controls and strips that no longer exist are
    /// dropped.
    func showStyles() {
        styles.keep { self[$0] != nil || pageTree.stripPlaces[$0] != nil }
        for (id, change) in styles.all { show(change, insteadOf: StyleChange(), of: id) }
    }

    // MARK: Strips

    /// The strips whose ID matches, or which have a control that does; in the order of the file.
    package func strips(matching match: [Glob]) -> [StripInfo] {
        var strips: [StripInfo] = []
        var indices: [String: Int] = [:]
        for page in description.allPages {
            let pages = page.isArea ? description.pages.map(\.id) : [page.id]
            for strip in page.strips {
                let controls = strip.isBorrowed ? [] : strip.allControls.map(\.id)
                if let index = indices[strip.id] {
                    strips[index].pages += pages.filter {
                        !strips[index].pages.contains($0)
                    }
                    strips[index].controls += controls
                    let known = strips[index].bind.map(\.key)
                    strips[index].bind += strip.bind.listed.filter { !known.contains($0.key) }
                } else {
                    indices[strip.id] = strips.count
                    strips.append(
                        StripInfo(
                            strip: strip.id, style: style(of: strip), order: strips.count,
                            pages: pages, controls: controls, bind: strip.bind.listed))
                }
            }
        }
        return strips.filter {
            match.matches($0.strip) || $0.controls.contains(where: match.matches)
        }
    }

    private func strip(named id: String) throws(RequestError) -> StripDescription {
        if let strip = stripDescription(withID: id) { return strip }
        throw RequestError(
            .unknownControl, "no strip '\(RequestError.shortened(id))'", field: "strip",
            near: Suggestions.near(id, in: pageTree.stripPlaces.keys.sorted()))
    }

    /// The first strip with an ID.
    private func stripDescription(withID id: String) -> StripDescription? {
        pageTree.stripPlaces[id]?.first.map { $0.page.description.strips[$0.strip] }
    }

    private func style(of strip: StripDescription) -> StripStyle {
        let present = strip.styled(by: styles.all, theme: description.theme)
        return StripStyle(
            color: present.color?.hex, label: present.label,
            icon: present.textStyle.icon?.rawValue, isVisible: present.isVisible)
    }
}
