extension String {
    /// The text with each place of `placeholder` replaced.
    package func substituting(_ placeholder: String, _ text: String) -> String {
        var result = ""
        var rest = self[...]
        while let place = rest.range(ofFirst: placeholder) {
            result += rest[..<place.lowerBound] + text
            rest = rest[place.upperBound...]
        }
        return result + rest
    }

    /// The last place of a text.
    package func range(ofLast text: String) -> Range<Index>? {
        var found: Range<Index>?
        var rest = self[...]
        while let next = rest.range(ofFirst: text) {
            found = next
            rest = rest[next.upperBound...]
        }
        return found
    }
}

extension Substring {
    fileprivate func range(ofFirst text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) {
                return start..<index(start, offsetBy: text.count)
            }
            formIndex(after: &start)
        }
        return nil
    }
}
