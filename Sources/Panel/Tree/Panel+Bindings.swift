import PanelProtocol

// Controls that show and set a property of the device.
extension Panel {
    /// Shows the brightness of the display on the controls that set it, except under a finger.
    /// Without a backlight, they look disabled.
    ///
    /// - Parameter percent: The brightness; `nil` if it cannot be set.
    package func showBrightness(_ percent: Double?, at time: Duration) {
        brightness = percent.map { .percent($0) } ?? .unavailable
        window.noteTime(time)
        for control in table.boundControls {
            control.isBindable = percent != nil
            guard let percent, !control.isTouched,
                let value = control.nearest(to: .number(percent)), value != control.value
            else { continue }
            let source = ValueChanged.Source.link(of: Binding.displayBrightness.rawValue)
            set(control, to: RemoteValue(value: value, source: source, time: time), at: time)
            control.settleLinks()
        }
    }

    /// Shows the known brightness on the controls of another panel file, without events.
    func showBrightness() {
        if case .unknown = brightness { return }
        for control in table.boundControls {
            control.isBindable = brightness.percent != nil
            guard let percent = brightness.percent, !control.isTouched,
                let value = control.nearest(to: .number(percent))
            else { continue }
            control.put(value)
            control.settleLinks()
        }
    }

    /// Sets the brightness after an event of a control, unless it only shows the brightness.
    func setBrightness(after event: ValueChanged) {
        switch event.source {
        case .link(of: Binding.displayBrightness.rawValue), .restore, .feedback: break
        default: if let percent = event.state.value.number { onBrightness?(percent) }
        }
    }
}
