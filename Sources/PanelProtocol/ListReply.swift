/// The reply to a `list`, written in pieces. Together they are the line that `Reply.list` writes.
package struct ListReply {
    private static let closing = Array("]}}\n".utf8)

    private var writer = JSONWriter()
    /// The bytes before the next control: the start of the line, or a comma.
    private var prefix: [UInt8]
    private var hasEnded = false

    /// Starts the reply to a request.
    package init(id: RequestID, generation: Int64, pages: [PageInfo]) {
        Reply.list(generation: generation, controls: [], pages: pages).write(id: id, to: &writer)
        prefix = writer.bytes.dropLast(Self.closing.count)
    }

    /// Writes further controls.
    package mutating func next(_ controls: [ControlInfo]) -> [UInt8] {
        var piece: [UInt8] = []
        for control in controls {
            writer.removeAll()
            writer.object { control.write(to: &$0) }
            piece += prefix
            piece += writer.bytes
            prefix = [UInt8(ascii: ",")]
        }
        return piece
    }

    /// Writes the end of the line; `nil` after the first call.
    package mutating func end() -> [UInt8]? {
        guard !hasEnded else { return nil }
        hasEnded = true
        let isEmpty = prefix.count > 1
        return (isEmpty ? prefix : []) + Self.closing
    }
}
