public import Controls
public import Drawing
import PanelProtocol

/// The kind of value of a program's own control, and its property.
///
/// Its default is the value of a new control.
public struct OwnValue<Target: Control>: Sendable {
    let converter: any ValueConverter
    let value: @Sendable (Target) -> ControlValue?
    let assign: @Sendable (ControlValue, Target) -> Void
    /// Whether each change is an event of its own, not part of a gesture.
    let isDiscrete: Bool

    /// A choice between words.
    ///
    /// - Parameters:
    ///   - property: The word.
    ///   - words: The valid words, in the order of travel; at least one.
    public static func word(
        _ property: any WritableKeyPath<Target, String> & Sendable, of words: [String]
    ) -> Self {
        precondition(!words.isEmpty, "a choice needs at least one word")
        return Self(
            converter: ChoiceConverter(options: words, labels: words),
            value: { .text($0[keyPath: property]) },
            assign: { value, target in
                var target = target
                if let word = value.text { target[keyPath: property] = word }
            }, isDiscrete: true)
    }

    /// On or off.
    public static func toggle(
        _ property: any WritableKeyPath<Target, Bool> & Sendable
    ) -> Self {
        Self(
            converter: ToggleConverter(), value: { .number($0[keyPath: property] ? 1 : 0) },
            assign: { value, target in
                var target = target
                if let number = value.number { target[keyPath: property] = number != 0 }
            }, isDiscrete: true)
    }

    /// A colour. Its opacity is not part of the value.
    public static func color(
        _ property: any WritableKeyPath<Target, Color> & Sendable
    ) -> Self {
        Self(
            converter: ColorConverter(), value: { .color($0[keyPath: property]) },
            assign: { value, target in
                var target = target
                if let color = value.text.flatMap(Color.init(hex:)) {
                    target[keyPath: property] = color
                }
            }, isDiscrete: false)
    }

    /// Several numbers, each with a name and a range: the axes of a pad, or the nodes of a curve.
    ///
    /// - Parameter parts: The numbers, in the order for clients.
    public static func numbers(_ parts: [Part]) -> Self {
        let scales = parts.map { part in
            (name: part.name, scale: ScaleDescription(of: part.range, unit: part.unit))
        }
        return Self(
            converter: PartsConverter(axes: scales),
            value: { target in
                .parts(parts.map { .init($0.name, target[keyPath: $0.property]) })
            },
            assign: { value, target in
                var target = target
                for part in parts {
                    if let number = value[part: part.name] {
                        target[keyPath: part.property] = number
                    }
                }
            }, isDiscrete: false)
    }

    /// One of several numbers.
    public struct Part: Sendable {
        let name: String
        let property: any WritableKeyPath<Target, Double> & Sendable
        let range: ClosedRange<Double>
        let unit: String

        /// Creates a number with a name.
        ///
        /// - Parameters:
        ///   - name: The name for clients.
        ///   - property: The property with the number.
        ///   - range: The least and greatest value, which differ.
        ///   - unit: The unit; empty for none.
        public init(
            _ name: String, _ property: any WritableKeyPath<Target, Double> & Sendable,
            in range: ClosedRange<Double> = 0...1, unit: String = ""
        ) {
            precondition(
                range.lowerBound < range.upperBound, "the range of a part must not be empty")
            self.name = name
            self.property = property
            self.range = range
            self.unit = unit
        }
    }
}

extension ScaleDescription {
    /// A linear scale over a range.
    fileprivate convenience init(of range: ClosedRange<Double>, unit: String) {
        self.init(
            unit: unit, taper: Taper(minimum: range.lowerBound, maximum: range.upperBound),
            taperName: "linear", step: nil, detents: [],
            format: ValueFormat(
                unit: unit, step: nil, span: range.upperBound - range.lowerBound))
    }
}
