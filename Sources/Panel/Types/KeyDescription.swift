import Controls
import PanelProtocol

/// The options of a key with a lamp, which both a switch and a button can be.
///
/// What clients see of one that is in mute groups is whether it counts as on: by itself, or by a
/// group.
struct KeyDescription: Equatable, Sendable {
    /// What a finger does.
    var mode: Button.Mode
    /// What a finger must do before the key acts.
    var confirmation: Button.Confirmation
    /// Whether the lamp blinks while the key is on.
    var blinks: Bool
    /// What stands on the key; empty for nothing.
    var title: String
    /// What stands on it while it is on; nil for the same.
    var titleWhenOn: String?
    /// Whether it is on at start.
    var isOn: Bool
    /// The mute group that is on when the key is; nil for none.
    var master: String?
    var conduct: ConductDescription

    init(_ fields: inout TableFields, at place: ControlPlace, usualMode: Button.Mode) {
        master = fields.string("master")?.numbered(place.number)
        let usualMode = master == nil ? usualMode : .latching
        mode = fields.choice("mode", of: Button.Mode.self) ?? usualMode
        confirmation = Self.readConfirmation(&fields)
        blinks = fields.boolean("blink") ?? false
        title = fields.string("title")?.numbered(place.number) ?? place.label
        titleWhenOn = fields.string("title_on")?.numbered(place.number)
        conduct = Self.readConduct(&fields, mode)
        if mode == .latching {
            isOn = fields.defaultToggle()
            conduct.revertsOnCancel = fields.boolean("revert_on_cancel") ?? false
        } else {
            isOn = false
            fields.noteNotInEffect(
                ["default", "revert_on_cancel"], because: "'mode' is \"\(mode.rawValue)\"")
        }
        if master != nil, mode == .tap {
            fields.error("'master' needs a key that is on or off: 'mode' is \"tap\"", at: "master")
        }
    }

    private static func readConduct(_ fields: inout TableFields, _ mode: Button.Mode)
        -> ConductDescription
    {
        guard mode == .tap else { return ConductDescription(ofDiscrete: &fields) }
        // A finger does not change the lamp, and so has nothing to defend.
        fields.noteNotInEffect(["on_remote", "settle_ms"], because: "'mode' is \"tap\"")
        var conduct = ConductDescription()
        conduct.onRemote = .allow
        return conduct
    }

    private enum Confirm: String, CaseIterable {
        case none
        case hold
        case doubleTap = "double_tap"
    }

    private static func readConfirmation(_ fields: inout TableFields) -> Button.Confirmation {
        let confirm = fields.choice("confirm", of: Confirm.self) ?? .none
        guard confirm == .hold else {
            fields.noteNotInEffect(["hold_ms"], because: "'confirm' is \"\(confirm.rawValue)\"")
            return confirm == .none ? .none : .doubleTap
        }
        return .hold(for: .milliseconds(fields.integer("hold_ms", in: 100...10_000) ?? 800))
    }

    var defaultValue: ControlValue { .number(isOn ? 1 : 0) }

    /// What stands on it, in every state.
    var texts: [String] { [title, titleWhenOn].compactMap(\.self) }

    /// A key does not grow with the strip, and its caption stands on it.
    static let room = ControlRoom(lines: 1.6, hasTexts: false)

    /// The same, whatever is written on it and however its lamp is lit.
    var withoutLooks: KeyDescription {
        var other = self
        (other.title, other.titleWhenOn, other.blinks) = ("", nil, false)
        return other
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let button = style.view(Button(frame: .zero))
        button.theme = style.theme
        button.font = style.font
        button.tintColor = style.accent
        button.mode = mode
        button.confirmation = confirmation
        button.isBlinking = blinks
        button.revertsOnCancel = conduct.revertsOnCancel
        button.setTitle(title, for: .normal)
        button.setTitle(titleWhenOn, for: .selected)
        if style.keptView == nil { button.isOn = isOn }
        return PublishedView(
            view: button, value: { .number(button.isEffectivelyOn ? 1 : 0) },
            assign: { if let number = $0.number { button.isOn = number != 0 } },
            confirm: { value in
                guard let number = value.number else { return }
                // An engine that confirms what a group has switched on does not mean the key.
                if number == 0 || !button.isEffectivelyOn { button.isOn = number != 0 }
            },
            ownValue: { .number(button.isOn ? 1 : 0) },
            paint: { button.tintColor = $0 },
            relabel: { button.setTitle($0, for: .normal) },
            fit: { fontSize in
                button.font = style.font.withSize(
                    style.font.size(for: texts, in: button.bounds.width - 16, atMost: fontSize))
            },
            isDiscrete: true)
    }

    func describe(in info: inout ControlInfo) {
        info.mode = mode.rawValue
        if let titleWhenOn {
            info.values = zip([0, 1], [title, titleWhenOn]).map { .init(.number($0), label: $1) }
        }
        info.master = master
    }
}
