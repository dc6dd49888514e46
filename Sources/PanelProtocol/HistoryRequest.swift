/// A request to undo or redo a change of values.
package enum HistoryRequest: String, Equatable, Sendable {
    /// Undoes the last change.
    case undo
    /// Redoes the change that was undone last.
    case redo
}
