import Controls
import PanelProtocol

// The style, which clients can change.
extension PanelControl {
    /// Whether its colour can be changed.
    var hasColor: Bool {
        body.paint != nil
            && kind.causeWithoutColor(canBeHeld: description.access == .readWrite) == nil
    }

    /// Resets the label to the panel file's.
    func resetLabel() {
        label = description.label
        if let title = kind.title { body.relabel(title) }
    }

    /// Whether it shows an icon, on it or in the label beside it.
    var hasIcon: Bool {
        body.showIcon != nil || kind.sizing.hasTexts && description.labelSide != .none
    }

    /// Resets the colours to the panel file's.
    func resetColor() {
        color = defaultColor
        body.unpaint?()
    }

    /// Whether fingers can move it now.
    var isMovedByFingers: Bool {
        isShown && isEnabled && isMovable && body.meter !== view
            && (access == .readWrite || !parts.isEmpty || isTouchableList)
    }

    /// Whether it is a list of scenes, which has no value, and fingers choose from it.
    private var isTouchableList: Bool {
        roles.sceneList != nil && description.access == .readWrite
    }

    /// Whether it is a control that fingers could move.
    var isMovable: Bool { roles.control != nil }

    /// Whether clients can enable and disable it. A display of a program's values can also look
    /// disabled.
    var canBeEnabled: Bool {
        isMovable && (description.access != .readOnly || !parts.isEmpty)
    }

    /// Makes the control look enabled, disabled, or like a display if only clients set it.
    func showEnabled() {
        let isUsable = isEnabled && isBindable
        roles.control?.isDisplay = isUsable && description.access == .writeOnly
        roles.control?.isEnabled = isUsable && description.access == .readWrite
    }

    /// Whether it does not look disabled; `true` for views that are not controls.
    var looksEnabled: Bool { roles.control?.isEnabled ?? true }

    /// The style in events and replies.
    var style: StyleInfo {
        StyleInfo(
            color: color.hex, label: shownLabel, icon: icon?.rawValue, isEnabled: isEnabled,
            isVisible: isVisible)
    }

    /// The label, or else that of the strip.
    var shownLabel: String { label.isEmpty ? stripLabel : label }
}
