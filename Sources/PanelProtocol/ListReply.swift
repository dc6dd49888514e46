/// The reply to a `list`, written in pieces: first strips, then controls. Together they are the
/// line that `Reply.list` writes.
package struct ListReply {
    private static let controls = Array(#""controls":["#.utf8)
    private static let closing = Array("]}}\n".utf8)

    private var writer = JSONWriter()
    /// The bytes before the next element: the start of the line or of an array, or a comma.
    private var prefix: [UInt8]
    private var hasStrips = false
    private var isInControls = false
    private var hasEnded = false

    /// Starts the reply to a request.
    package init(
        id: RequestID, generation: Int64, pages: [PageInfo], bridges: JSONObject = JSONObject()
    ) {
        Reply.list(generation: generation, controls: [], pages: pages, bridges: bridges).write(
            id: id, to: &writer)
        prefix = writer.bytes.dropLast(Self.controls.count + Self.closing.count)
    }

    /// Writes further strips. They come before all controls.
    package mutating func next(_ strips: [StripInfo]) -> [UInt8] {
        if !strips.isEmpty, !hasStrips {
            hasStrips = true
            prefix += Array(#""strips":["#.utf8)
        }
        return write(strips) { $0.write(to: &$1) }
    }

    /// Writes further controls.
    package mutating func next(_ controls: [ControlInfo]) -> [UInt8] {
        beginControls()
        return write(controls) { $0.write(to: &$1) }
    }

    /// Writes the end of the line; `nil` after the first call.
    package mutating func end() -> [UInt8]? {
        guard !hasEnded else { return nil }
        hasEnded = true
        beginControls()
        let isEmpty = prefix.count > 1
        return (isEmpty ? prefix : []) + Self.closing
    }

    private mutating func beginControls() {
        guard !isInControls else { return }
        isInControls = true
        prefix = (hasStrips ? Array("],".utf8) : prefix) + Self.controls
    }

    private mutating func write<Element>(
        _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
    ) -> [UInt8] {
        var piece: [UInt8] = []
        for element in elements {
            writer.removeAll()
            writer.object { write(element, &$0) }
            piece += prefix
            piece += writer.bytes
            prefix = [UInt8(ascii: ",")]
        }
        return piece
    }
}
