extension String {
    /// The text in which what would control a terminal, or turn the rest of the line around, is
    /// written out, as `\u{1b}`: ids and labels come from files and from anybody who may connect.
    package var escapingControls: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return unicodeScalars.reduce(into: "") { escaped, scalar in
            if scalar.isControl {
                escaped += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
    }

    /// The same for a text of several lines, whose ends are kept.
    package var escapingControlsInLines: String {
        split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0).escapingControls }.joined(separator: "\n")
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        case .format: properties.isBidiControl
        default: false
        }
    }
}
