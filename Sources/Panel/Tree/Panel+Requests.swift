import Controls
import Drawing
package import PanelProtocol

// Requests of clients, apart from values.
extension Panel {
    /// Shows a page.
    ///
    /// - Throws: If there is no such page.
    package func perform(
        page id: String, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> PanelReply {
        guard pages.contains(where: { $0.id == id }) else {
            throw RequestError(
                .badValue, "no page '\(id)'", field: "page",
                near: Suggestions.near(id, in: pages.map(\.id)))
        }
        try checkLock(for: source)
        show(page: id, from: source, at: time)
        return .page(id)
    }

    /// Changes the style of a control, until the next reload.
    ///
    /// - Throws: If there is no such control or colour. Nothing is changed then.
    package func perform(
        _ request: StyleRequest, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> PanelReply {
        let control = try control(named: request.control)
        try checkLock(on: control.id, for: source)
        let before = control.style
        let color = try color(request.color, of: control)
        try checkEffect(of: request, on: control)
        if let color { control.color = color }
        if case .standard = request.color { control.resetColor() }
        switch request.label {
        case .kept: break
        case .standard: control.resetLabel()
        case .other(let text): control.label = text
        }
        if let isEnabled = request.isEnabled { control.isEnabled = isEnabled }
        if let isVisible = request.isVisible { control.isVisible = isVisible }
        if control.style != before {
            for page in pages { page.showTexts(of: control) }
            if lock != nil { showLock() }
            onNotice?(
                PanelNotice(
                    .styleChanged(control: control.id, control.style), source: source, time: time))
        }
        return .style(control: control.id, control.style)
    }

    /// Throws an error for a change that would have no effect.
    private func checkEffect(of request: StyleRequest, on control: PanelControl)
        throws(RequestError)
    {
        if request.color != .kept, !control.hasColor {
            throw RequestError(
                .badRequest, "color: the colour of \(control.id) cannot be changed",
                field: "color")
        }
        if request.isEnabled != nil, !control.isMovable {
            throw RequestError(
                .badRequest, "enabled: \(control.id) cannot be moved by fingers", field: "enabled")
        }
    }

    /// Lays out the pages on which labels of controls were added or removed, and cancels touches on
    /// controls that moved. Call it before each frame, so that many changes need only one layout.
    package func layOutIfNeeded() {
        let changed = pages.filter(\.isLayoutOutdated)
        guard !changed.isEmpty else { return }
        let frames = controls.map(\.view.frame)
        place(changed)
        let moved = zip(controls, frames).filter { $0.view.frame != $1 }.map(\.0)
        window.cancelTouches(reason: .page) { view in moved.contains { $0.contains(view) } }
        let others = controls.filter { control in !moved.contains { $0 === control } }
        for page in pages { page.dismissPopovers(keeping: others) }
    }

    private func color(
        _ setting: StyleRequest.Setting, of control: PanelControl
    ) throws(RequestError) -> Color? {
        switch setting {
        case .kept: return nil
        case .standard: return control.standardColor
        case .other(let text):
            if let color = description.theme.color(named: text) ?? Color(hex: text) { return color }
            throw RequestError(
                .badValue, "color: expected \"#rrggbb\" or a colour of the theme", field: "color",
                near: Suggestions.near(text, in: description.theme.colorNames))
        }
    }
}
