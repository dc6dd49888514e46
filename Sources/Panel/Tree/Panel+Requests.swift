import Drawing
package import PanelProtocol

// What clients ask for besides values.
extension Panel {
    /// Shows a page.
    ///
    /// - Throws: a refusal, if there is no such page.
    package func perform(
        page id: String, from source: ValueChanged.Source, at time: Duration
    ) throws(Refusal) -> PanelReply {
        guard pages.contains(where: { $0.id == id }) else {
            throw Refusal(
                .badValue, "no page '\(id)'", field: "page",
                near: Suggestions.near(id, in: pages.map(\.id)))
        }
        try checkLock(for: source)
        show(page: id, from: source, at: time)
        return .page(id)
    }

    /// Gives a control another look, until another panel file is read.
    ///
    /// - Throws: a refusal, if there is no such control or no such colour; nothing has changed then.
    package func perform(
        _ request: StyleRequest, from source: ValueChanged.Source, at time: Duration
    ) throws(Refusal) -> PanelReply {
        let control = try control(named: request.control)
        try checkLock(on: control.id, for: source)
        let before = control.look
        let color = try color(request.color, of: control)
        if let color { control.color = color }
        switch request.label {
        case .kept: break
        case .standard: control.label = control.description.label
        case .other(let text): control.label = text
        }
        if let isEnabled = request.isEnabled { control.isEnabled = isEnabled }
        if let isVisible = request.isVisible { control.isVisible = isVisible }
        if control.look != before {
            for page in pages { page.showTexts(of: control) }
            onNotice?(
                PanelNotice(
                    .styleChanged(control: control.id, control.look), source: source, time: time))
        }
        return .style(control: control.id, control.look)
    }

    private func color(
        _ setting: StyleRequest.Setting, of control: PanelControl
    ) throws(Refusal) -> Color? {
        switch setting {
        case .kept: return nil
        case .standard: return control.standardColor
        case .other(let text):
            if let color = description.theme.color(named: text) ?? Color(hex: text) { return color }
            throw Refusal(
                .badValue, "color: \"#rrggbb\" or a colour of the theme is wanted", field: "color",
                near: Suggestions.near(text, in: description.theme.colorNames))
        }
    }
}
