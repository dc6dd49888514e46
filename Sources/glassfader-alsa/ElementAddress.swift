/// An element of a mixer, and one of its two directions.
struct ElementAddress: Hashable, CustomStringConvertible {
    /// The name, as `amixer scontrols` lists it.
    var name: String
    /// Tells elements of the same name apart.
    var index: UInt32 = 0
    /// Whether its capture side is meant, and not that of playback.
    var isCapture = false

    /// How an address is written, for messages.
    static let form = "the name of an element such as \"Master\", \"PCM,1\" or \"Mic capture\""
    /// alsa-lib has room for this many bytes.
    private static let longestName = 43
    private static let captureSuffix = " capture"

    init(name: String, index: UInt32 = 0, isCapture: Bool = false) {
        self.name = name
        self.index = index
        self.isCapture = isCapture
    }

    /// Reads `Master`, `PCM,1` or `Mic capture`. A name in quotation marks is taken as it is:
    /// `'Auto capture',0`. One with a comma needs them.
    init?(_ text: String) {
        var rest = text[...]
        if rest.hasSuffix(Self.captureSuffix) {
            isCapture = true
            rest = rest.dropLast(Self.captureSuffix.count)
        }
        if let comma = rest.lastIndex(of: ","),
            let number = UInt32(rest[rest.index(after: comma)...])
        {
            index = number
            rest = rest[..<comma]
        }
        if rest.count > 2, rest.first == "'", rest.last == "'" {
            rest = rest.dropFirst().dropLast()
        } else if rest.contains(",") {
            return nil
        }
        guard (1...Self.longestName).contains(rest.utf8.count), !rest.utf8.contains(0) else {
            return nil
        }
        name = String(rest)
    }

    /// As ``init(_:)`` reads it.
    var description: String {
        let isQuoted =
            name.hasSuffix(Self.captureSuffix) || name.contains(",") || name.hasPrefix("'")
        return (isQuoted ? "'\(name)'" : name) + (index == 0 ? "" : ",\(index)")
            + (isCapture ? Self.captureSuffix : "")
    }
}
