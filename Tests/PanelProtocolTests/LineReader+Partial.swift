@testable import PanelProtocol

extension LineReader {
    /// Whether bytes of a line that has not ended are held.
    var hasPartialLine: Bool { start < buffer.count }
}
