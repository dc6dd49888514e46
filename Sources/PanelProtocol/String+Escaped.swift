extension String {
    /// The text with escapes such as `\u{1b}` for characters that control a terminal or change the
    /// text direction. IDs and labels come from files and from any client.
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

    /// A text of several lines with these escapes; its line breaks stay.
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
