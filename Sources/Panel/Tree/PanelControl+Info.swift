import Controls
package import PanelProtocol

// The description of a control for clients.
extension PanelControl {
    /// The entry of the control in the reply to `list`.
    package var info: ControlInfo {
        var info = ControlInfo(
            control: id, type: description.type, label: shownLabel, access: access)
        info.page = page.isEmpty ? nil : page
        if isStripVisible {
            let frame = view.frameInWindow
            info.frame = [frame.minX, frame.minY, frame.width, frame.height]
        }
        converter?.describe(in: &info)
        info.defaultValue = kind.defaultValue
        info.settings =
            kind.settings + description.ownership.listed + (description.card?.listed ?? [])
        info.bind = description.bind.listed
        if let plot = body.plot { info.axes = plot.axes }
        info.values = kind.namedValues ?? info.values
        info.shows = kind.shownControl
        info.text = readout?.text
        if kind.key != nil, !description.groups.isEmpty { info.groups = description.groups }
        info.group = link?.request.name
        info.gang = gang?.request.name
        if !vcas.isEmpty { info.vcas = vcas.map(\.request.name) }
        if !masteredVCAs.isEmpty { info.masteredVCAs = masteredVCAs.map(\.request.name) }
        info.color = style.color
        info.isEnabled = isEnabled
        info.isVisible = isVisible
        info.icon = icon?.rawValue
        if description.isRecallSafe { info.isRecallSafe = true }
        info.meter = body.meter.map { meter in
            MeterInfo(
                channels: meter.channelCount,
                scale: meter.direction == .up ? meter.law.rawValue : "db_linear",
                holdTime: meter.peakHoldTime, falloff: meter.falloff.rate)
        }
        info.state = state
        info.holder = holder
        info.accessibility = ControlInfo.Accessibility(
            label: spokenName,
            traits: view.accessibilityTraits.names,
            value: converter.map { _ in valueText } ?? view.accessibilityValue,
            hint: view.accessibilityHint, part: body.adjustedPart?.name())
        return info
    }

    /// Gives the view the name and the hint that assistive software reads.
    func describeToAssistiveSoftware() {
        view.accessibilityLabel = spokenName
        view.accessibilityHint = description.hint.isEmpty ? nil : description.hint
    }

    /// The labels of the strip and of the control, or the title of a control without a label. A
    /// strip's label with which the second text starts is not repeated.
    var spokenName: String {
        let own = label.isEmpty ? title ?? "" : label
        let names = own.hasPrefix(stripLabel) ? [own] : [stripLabel, own]
        let name = names.filter { !$0.isEmpty }.joined(separator: " ")
        return name.isEmpty ? id : name
    }

    /// The text on a knob's dial or on a key.
    private var title: String? {
        (view as? Knob)?.title ?? (view as? Button)?.title(for: .normal)
    }
}
