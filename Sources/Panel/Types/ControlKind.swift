import Controls
import Drawing
import PanelProtocol

/// What a control of a panel is: the options of its type, and the view that is made of them.
///
/// One type of control is one type of Swift: what its table may say, how it is laid out, what it
/// looks like and how clients see its value are all in one file.
protocol ControlKind: Sendable {
    /// How the value is counted; nil for what has none.
    var law: (any ValueLaw)? { get }

    /// The value at start, and after two quick taps; nil for what has none.
    var defaultValue: ControlValue? { get }

    /// What fingers and clients may do to the value, and when.
    var conduct: ConductDescription { get }

    /// What it is as a key with a lamp, which can join groups; nil for what is none.
    var key: KeyDescription? { get }

    /// The room that it takes in its strip.
    var room: ControlRoom { get }

    /// The full id of the control whose value it shows; nil for what shows none.
    var shownControl: String? { get }

    /// What the file has it say, whatever its value.
    var texts: [String] { get }

    /// What is written on it where no client calls it something else; nil for what has no label on
    /// itself.
    var title: String? { get }

    /// Whether another means the same to a finger, and its values the same, whatever it looks like.
    func meansTheSame(as other: Self) -> Bool

    /// The colour of what shows the value, unless a client gives it another.
    func standardColor(_ style: ControlStyle) -> Color

    /// Makes the view, without a place yet, or has one that stays look otherwise.
    func makeView(_ style: ControlStyle) -> PublishedView

    /// The options that `list` has.
    var settings: [ControlInfo.Setting] { get }

    /// What each value is called; nil where that is how it is written.
    var namedValues: [ControlInfo.NamedValue]? { get }
}

// Most controls have a value, and show no other's.
extension ControlKind {
    var law: (any ValueLaw)? { nil }
    var defaultValue: ControlValue? { nil }
    var conduct: ConductDescription { ConductDescription() }
    var key: KeyDescription? { nil }
    var shownControl: String? { nil }
    var texts: [String] { [] }
    var title: String? { nil }
    func standardColor(_ style: ControlStyle) -> Color { style.accent }
    var settings: [ControlInfo.Setting] { [] }
    var namedValues: [ControlInfo.NamedValue]? { nil }

    /// Whether the other is of the same type, and means the same.
    func meansTheSame(asAny other: any ControlKind) -> Bool {
        (other as? Self).map(meansTheSame) ?? false
    }
}

/// A type of control that every panel file can name.
protocol BuiltInKind: ControlKind {
    /// What a file may say of the type, beside what it may say of every control.
    static var options: [OptionEntry] { get }

    /// What every control may have and this type cannot, with the reason.
    static var unsupportedOptions: [String: String] { get }

    /// Reads the options of a control.
    init(_ fields: inout TableFields, at place: ControlPlace)
}

extension BuiltInKind {
    static var unsupportedOptions: [String: String] { [:] }
}
