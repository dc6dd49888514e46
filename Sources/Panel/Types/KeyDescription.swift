import Controls
import PanelProtocol

/// The options of a key with a lamp, for switches and buttons.
///
/// For a key in mute groups, clients see whether it is effectively on: by itself, or by a group.
struct KeyDescription: Sendable {
    /// The effect of a finger.
    let mode: Button.Mode
    /// The gesture that confirms a press.
    let confirmation: Button.Confirmation
    /// Whether the lamp blinks while the key is on.
    let blinks: Bool
    /// The text on the key; empty for none.
    let title: String
    /// The text while it is on; `nil` for the same.
    let titleWhenOn: String?
    /// The icon while it is on; `nil` for the same.
    let iconWhenOn: Icon?
    /// The images on the key, and those that replace its face.
    private let images: OptionValues<Button>
    /// Whether it is on at start.
    let isOn: Bool
    /// The mute group that this key controls; `nil` for none.
    let master: String?
    let behavior: BehaviorDescription
    /// The options in the reply to `list`; they always include the mode.
    let settings: [ControlInfo.Setting]

    /// - Parameter defaultMode: The default mode.
    init(_ fields: inout TableFields, at place: ControlPlace, defaultMode: Button.Mode) {
        var options = KeyOptions()
        let values = KeyOptions.table.read(&fields)
        values.apply(to: &options)
        master = options.master
        mode = options.mode ?? (master == nil ? defaultMode : .latching)
        confirmation =
            switch options.confirm {
            case .none: .none
            case .hold: .hold(for: options.holdTime)
            case .doubleTap: .doubleTap
            }
        blinks = options.blinks
        title = options.title ?? place.label
        titleWhenOn = options.titleWhenOn
        iconWhenOn = options.iconWhenOn
        images = KeyImages.read(&fields)
        if mode == .momentary, options.confirm == .none {
            KeyImages.noteUnseen(&fields)
        }
        settings = [.init("mode", .text(mode.rawValue))] + values.listed + images.listed
        isOn = mode == .latching && options.isOn
        behavior = Self.readBehavior(&fields, mode)
        if mode != .latching {
            fields.noteNotInEffect(
                ["default", "revert_on_cancel"], because: "'mode' is \"\(mode.rawValue)\"")
        }
        if master != nil, mode == .tap {
            fields.error("'master' needs a key that is on or off: 'mode' is \"tap\"", at: "master")
        }
    }

    private static func readBehavior(_ fields: inout TableFields, _ mode: Button.Mode)
        -> BehaviorDescription
    {
        guard mode == .tap else {
            var behavior = BehaviorDescription(&fields, BehaviorDescription.keyTable)
            if mode == .momentary { behavior.revertsOnCancel = false }
            return behavior
        }
        // A finger does not change the lamp, so it does not conflict with clients.
        fields.noteNotInEffect(["on_remote", "settle_ms"], because: "'mode' is \"tap\"")
        var behavior = BehaviorDescription()
        behavior.onRemote = .allow
        return behavior
    }

    var defaultValue: ControlValue { .number(isOn ? 1 : 0) }

    /// The texts on it, in all states.
    var texts: [String] { [title, titleWhenOn].compactMap(\.self) }

    /// A key does not grow with the strip, and its caption is on it.
    static let sizing = ControlSizing(lines: 1.6, fillsCell: true, hasTexts: false)

    /// Whether another key has the same function, apart from texts and the blinking of the lamp.
    func isEquivalent(to other: KeyDescription) -> Bool {
        mode == other.mode && confirmation == other.confirmation && isOn == other.isOn
            && master == other.master && behavior == other.behavior
    }

    /// The states of a key that is on, held or not.
    static let statesWhenOn: [Control.State] = [
        .selected, [.selected, .highlighted], [.selected, .disabled],
    ]

    func causeWithoutColor(canBeHeld: Bool) -> String? {
        guard images.has("face_image"), images.has("face_image_on") else { return nil }
        // The progress of a hold is drawn in the colour.
        if canBeHeld, case .hold = confirmation { return nil }
        return "'face_image' and 'face_image_on' are set"
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let button = style.view(Button(frame: .zero))
        images.apply(to: button, style) { Button(frame: .zero) }
        button.theme = style.theme
        button.font = style.font
        button.tintColor = style.accent
        button.mode = mode
        button.confirmation = confirmation
        button.isBlinking = blinks
        button.revertsOnCancel = behavior.revertsOnCancel
        button.setTitle(title, for: .normal)
        button.setIcon(style.icon, for: .normal)
        for state in Self.statesWhenOn {
            button.setTitle(titleWhenOn, for: state)
            button.setIcon(iconWhenOn, for: state)
        }
        if style.keptView == nil { button.isOn = isOn }
        return PublishedView(
            view: button, value: { .number(button.isEffectivelyOn ? 1 : 0) },
            assign: { if let number = $0.number { button.isOn = number != 0 } },
            confirm: { value in
                guard let number = value.number else { return }
                // If an engine confirms that a key in a group is effectively on, the key itself
                // stays off.
                if number == 0 || !button.isEffectivelyOn { button.isOn = number != 0 }
            },
            ownValue: { .number(button.isOn ? 1 : 0) },
            paint: { button.tintColor = $0 },
            relabel: { button.setTitle($0, for: .normal) },
            showIcon: images.has("image") ? nil : { button.setIcon($0, for: .normal) },
            fit: { fontSize in
                let width = button.widthForTitle(atSize: fontSize)
                button.font = style.font.withSize(
                    style.font.size(for: texts, in: width, atMost: fontSize))
            },
            isDiscrete: true)
    }

    /// The names of on and off, if the key has a title for each.
    var namedValues: [ControlInfo.NamedValue]? {
        titleWhenOn.map { titleWhenOn in
            zip([0, 1], [title, titleWhenOn]).map { .init(.number($0), label: $1) }
        }
    }
}
