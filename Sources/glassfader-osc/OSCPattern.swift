/// An address pattern of Open Sound Control 1.0, such as `/strip/*/gain` or `/{ch,bus}/[1-4]/mute`.
///
/// Matching takes time in proportion to the lengths of both texts, whatever the pattern is: it
/// follows all places of the address that the pattern up to here can lead to.
struct OSCPattern: Equatable {
    /// A longer pattern is none.
    private static let longest = 256

    private enum Element: Equatable {
        case byte(UInt8)
        /// `?`
        case anyByte
        /// `*`
        case anyBytes
        /// `[0-9]` or `[!a]`
        case oneOf([ClosedRange<UInt8>], isInverted: Bool)
        /// `{ch,bus}`
        case words([[UInt8]])
    }

    private let elements: [Element]

    /// Whether a text has a character that only patterns have.
    static func isPattern(_ text: String) -> Bool {
        text.utf8.contains { "*?[{".utf8.contains($0) }
    }

    /// Reads a pattern, which may be an address; `nil` if a bracket is not closed.
    init?(_ text: String) {
        guard text.hasPrefix("/"), text.utf8.count <= Self.longest else { return nil }
        var elements: [Element] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "?"): elements.append(.anyByte)
            case UInt8(ascii: "*"):
                if elements.last != .anyBytes { elements.append(.anyBytes) }
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                let isSet = byte == UInt8(ascii: "[")
                let end = UInt8(ascii: isSet ? "]" : "}")
                guard let place = rest.firstIndex(of: end) else { return nil }
                let inner = rest[..<place]
                elements.append(isSet ? Self.set(inner) : Self.words(inner))
                rest = rest[(place + 1)...]
            default: elements.append(.byte(byte))
            }
        }
        self.elements = elements
    }

    private static func set(_ text: ArraySlice<UInt8>) -> Element {
        let isInverted = text.first == UInt8(ascii: "!")
        var rest = isInverted ? text.dropFirst() : text
        var ranges: [ClosedRange<UInt8>] = []
        while let first = rest.popFirst() {
            // A minus at the end stands for itself.
            guard rest.count >= 2, rest.first == UInt8(ascii: "-"),
                let last = rest.dropFirst().first
            else {
                ranges.append(first...first)
                continue
            }
            ranges.append(min(first, last)...max(first, last))
            rest = rest.dropFirst(2)
        }
        return .oneOf(ranges, isInverted: isInverted)
    }

    private static func words(_ text: ArraySlice<UInt8>) -> Element {
        .words(
            text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                .map { Array($0) })
    }

    /// Whether an address fits. No part of a pattern stands for a `/`, but itself.
    func matches(_ address: String) -> Bool {
        let bytes = Array(address.utf8)
        // Whether the pattern up to here leads to each place.
        var places = [true] + [Bool](repeating: false, count: bytes.count)
        for element in elements {
            var next = [Bool](repeating: false, count: places.count)
            for place in places.indices where places[place] {
                Self.follow(element, from: place, in: bytes, to: &next)
            }
            guard next.contains(true) else { return false }
            places = next
        }
        return places[bytes.count]
    }

    private static func follow(
        _ element: Element, from place: Int, in bytes: [UInt8], to next: inout [Bool]
    ) {
        let rest = bytes[place...]
        let byte = rest.first.flatMap { $0 == UInt8(ascii: "/") ? nil : $0 }
        switch element {
        case .byte(let own): if rest.first == own { next[place + 1] = true }
        case .anyByte: if byte != nil { next[place + 1] = true }
        case .anyBytes:
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
            for place in place...end {
                // An earlier place has led to this one, and to all up to the next slash.
                guard !next[place] else { break }
                next[place] = true
            }
        case .oneOf(let ranges, let isInverted):
            if let byte, ranges.contains(where: { $0.contains(byte) }) != isInverted {
                next[place + 1] = true
            }
        case .words(let words):
            for word in words where rest.starts(with: word) { next[place + word.count] = true }
        }
    }
}
