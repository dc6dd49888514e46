/// A request to take back the last change of values, or to make it again.
package enum HistoryRequest: String, Equatable, Sendable {
    /// Takes back the last change.
    case undo
    /// Makes the last change again that was taken back.
    case redo
}
