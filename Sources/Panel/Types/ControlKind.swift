import Controls
import Drawing
import PanelProtocol

/// The type of a control, with its options. It creates the view.
///
/// Each type of control is one Swift type. Its options, its layout, its appearance and its value
/// for clients are defined in one file.
protocol ControlKind: Sendable {
    /// The conversions of the value; `nil` if there is none.
    var converter: (any ValueConverter)? { get }

    /// The value at start, and after a double tap; `nil` if there is none.
    var defaultValue: ControlValue? { get }

    /// Whether a label can show the value. One that changes as time passes has no label.
    var isShownByLabels: Bool { get }

    /// The values of its parts, by the names that follow its own: `1.gain`.
    var parts: [(name: String, kind: any ControlKind)] { get }

    /// How touches and clients' values are handled.
    var behavior: BehaviorDescription { get }

    /// The options as a key with a lamp, which can be in groups; `nil` if it is not a key.
    var key: KeyDescription? { get }

    /// The action of a key when a finger presses it; `nil` for none.
    var action: KeyAction? { get }

    /// The property of the device that the control shows and sets, such as the brightness; `nil`
    /// for none.
    var binding: Binding? { get }

    /// Whether a keypad opens for the value.
    var hasKeypad: Bool { get }

    /// The numbers that a person can type on the keypad, in the order of the parts.
    var editableNumbers: [EditableNumber] { get }

    /// Whether it changes the page.
    var showsPages: Bool { get }

    /// Whether it plots points that clients send.
    var isPlot: Bool { get }

    /// The scenes that it lists; `nil` if it is not a list of scenes.
    var scenes: ScenesDescription? { get }

    /// Its size in a strip.
    var sizing: ControlSizing { get }

    /// The full ID of the control whose value it shows; `nil` if it shows none.
    var shownControl: String? { get }

    /// Its texts in the file, apart from the value.
    var texts: [String] { get }

    /// The text on it, unless a client changes the label; `nil` if it has no label on itself.
    var title: String? { get }

    /// Whether another control has the same function and the same values, whatever its appearance.
    func isEquivalent(to other: Self) -> Bool

    /// Why its colour is drawn in no state; `nil` if it is drawn.
    ///
    /// - Parameter canBeHeld: Whether fingers can hold it.
    func causeWithoutColor(canBeHeld: Bool) -> String?

    /// The colour of the parts that show the value, unless a client sets another.
    func defaultColor(_ style: ControlStyle) -> Color

    /// Creates the view without a place, or updates the appearance of a kept view.
    func makeView(_ style: ControlStyle) -> PublishedView

    /// The options in the reply to `list`.
    var settings: [ControlInfo.Setting] { get }

    /// The names of the values; `nil` if they have none.
    var namedValues: [ControlInfo.NamedValue]? { get }
}

// Most controls have a value, and do not show another's.
extension ControlKind {
    var converter: (any ValueConverter)? { nil }
    var defaultValue: ControlValue? { nil }
    var isShownByLabels: Bool { converter != nil }
    var parts: [(name: String, kind: any ControlKind)] { [] }
    var behavior: BehaviorDescription { BehaviorDescription() }
    var key: KeyDescription? { nil }
    var action: KeyAction? { nil }
    var binding: Binding? { nil }
    var hasKeypad: Bool { false }
    var editableNumbers: [EditableNumber] {
        (converter as? ScaleDescription).map { [EditableNumber(scale: $0)] } ?? []
    }
    var showsPages: Bool { false }
    var isPlot: Bool { false }
    var scenes: ScenesDescription? { nil }
    var shownControl: String? { nil }
    var texts: [String] { [] }
    var title: String? { nil }
    func causeWithoutColor(canBeHeld: Bool) -> String? { nil }
    func defaultColor(_ style: ControlStyle) -> Color { style.accent }
    var settings: [ControlInfo.Setting] { [] }
    var namedValues: [ControlInfo.NamedValue]? { nil }

    /// Whether another control has the same type and the same function.
    func isEquivalent(toAny other: any ControlKind) -> Bool {
        (other as? Self).map(isEquivalent) ?? false
    }
}

/// A type of control that every panel file can name.
protocol BuiltInKind: ControlKind {
    /// The options of the type, besides those of all controls.
    static var options: [OptionEntry] { get }

    /// The options of all controls that this type does not support, with the reasons.
    static var unsupportedOptions: [String: String] { get }

    /// Reads the options of a control.
    init(_ fields: inout TableFields, at place: ControlPlace)
}

extension BuiltInKind {
    static var unsupportedOptions: [String: String] { [:] }
}
