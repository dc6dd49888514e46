public import Controls
public import Drawing

/// What a panel file says of a control whose type is one's own, and the looks of its surroundings.
public struct ControlOptions {
    /// The value of an option, or what counts where the file says nothing.
    public enum Value: Hashable, Sendable {
        /// A finite number.
        case number(Double)
        /// Any string.
        case text(String)
        /// True or false.
        case flag(Bool)
        /// A colour: `#rrggbb`, or the name of one of the theme's.
        case color(Color)
    }

    /// The colours of the panel.
    public let theme: Theme
    /// The control's own colour, or that of its strip or of the panel.
    public let tintColor: Color
    /// The typeface of the panel.
    public let font: Font
    private let values: [String: Value]

    init(_ values: [String: Value], _ style: ControlStyle) {
        self.values = values
        theme = style.theme
        tintColor = style.accent
        font = style.font
    }

    /// The value of an option; `nil` if the type has none of this name.
    public subscript(name: String) -> Value? { values[name] }

    /// The value of an option that is a number; 0 if the type has none of this name.
    public func number(_ name: String) -> Double {
        if case .number(let number) = values[name] { number } else { 0 }
    }

    /// The value of an option that is a string; empty if the type has none of this name.
    public func text(_ name: String) -> String {
        if case .text(let text) = values[name] { text } else { "" }
    }

    /// The value of an option that is true or false; false if the type has none of this name.
    public func flag(_ name: String) -> Bool { values[name] == .flag(true) }

    /// The value of an option that is a colour; `nil` if the type has none of this name.
    public func color(_ name: String) -> Color? {
        if case .color(let color) = values[name] { color } else { nil }
    }
}
