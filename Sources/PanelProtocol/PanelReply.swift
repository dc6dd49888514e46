/// The replies to requests that change the panel. The last event's sequence number is added.
package enum PanelReply: Equatable, Sendable {
    /// All values were set, or none.
    case batch(transaction: Int64, [SetResult])
    /// A client holds controls, or not; each with its own result.
    case touch([TouchResult])
    /// Controls were linked.
    case link(LinkRequest)
    /// A link was removed.
    case unlink(name: String)
    /// This page is visible.
    case page(String)
    /// Only the strips of a VCA with this master are shown; all for `nil`.
    case spill(String?)
    /// The panel is locked in this way, or unlocked.
    case lock(LockRequest)
    /// A scene was stored.
    case storedScene(name: String, controls: Int)
    /// A scene was recalled; `rejected` are the results of the controls that rejected their values,
    /// and `missing` are the IDs of those that do not exist now, or cannot have such a value.
    case recalledScene(
        name: String, transaction: Int64, controls: Int, rejected: [SetResult],
        missing: [String] = [])
    /// All scenes.
    case scenes([SceneInfo])
    /// A scene was deleted.
    case deletedScene(name: String)
    /// A change was undone or redone. `rejected` are the results of the controls that a finger
    /// holds; `undoable` and `redoable` count further changes.
    case history(
        transaction: Int64, controls: Int, rejected: [SetResult], undoable: Int, redoable: Int)
    /// The present style of a control.
    case style(control: String, StyleInfo)
    /// The present style of a strip.
    case stripStyle(strip: String, StripStyle)
    /// An action was performed, or not for a reason such as `touched`; with the present value, if
    /// the control has one, and the part of a control with two: the one in the request, or else the
    /// selected one.
    case accessibility(
        control: String, ControlState?, reason: String? = nil, part: String? = nil)
    /// The present state of the screen.
    case display(DisplayInfo)
    /// The panel file was reloaded.
    case reload(
        generation: Int64, added: [String], removed: [String], restart: [String] = [])

    func write(to writer: inout JSONWriter) {
        switch self {
        case .batch(let transaction, let results):
            writer.member("txn", transaction)
            writer.objects("results", results) { $1.write(to: &$0) }
        case .touch(let results):
            writer.object("results") { writer in
                for result in results {
                    writer.object(.text(result.control)) { result.write(to: &$0) }
                }
            }
        case .link(let link):
            link.write(to: &writer)
        case .unlink(let name):
            writer.member("name", name)
        case .page(let page):
            writer.member("page", page)
        case .spill(let vca):
            if let vca { writer.member("spill", vca) }
        case .lock(let lock):
            lock.write(to: &writer)
        case .storedScene(let name, let controls):
            writer.member("name", name)
            writer.member("controls", controls)
        case .recalledScene(let name, let transaction, let controls, let rejected, let missing):
            writer.member("name", name)
            writer.member("txn", transaction)
            writer.member("controls", controls)
            Self.write(rejected, to: &writer)
            if !missing.isEmpty { writer.member("missing", missing) }
        case .history(let transaction, let controls, let rejected, let undoable, let redoable):
            writer.member("txn", transaction)
            writer.member("controls", controls)
            Self.write(rejected, to: &writer)
            writer.member("undo", undoable)
            writer.member("redo", redoable)
        case .scenes(let scenes):
            writer.objects("scenes", scenes) { $1.write(to: &$0) }
        case .deletedScene(let name):
            writer.member("name", name)
        case .style(let control, let style):
            writer.member("control", control)
            style.write(to: &writer)
        case .stripStyle(let strip, let style):
            writer.member("strip", strip)
            style.write(to: &writer)
        case .accessibility(let control, let state, let reason, let part):
            writer.member("control", control)
            writer.member("applied", reason == nil)
            if let reason { writer.member("reason", reason) }
            if let state { writer.member("value", state.value) }
            if let part { writer.member("part", part) }
        case .display(let display):
            display.write(to: &writer)
        case .reload(let generation, let added, let removed, let waiting):
            writer.member("generation", generation)
            writer.member("added", added)
            writer.member("removed", removed)
            if !waiting.isEmpty { writer.member("restart", waiting) }
        }
    }

    /// Writes the controls that rejected their values, if there are any.
    private static func write(_ rejected: [SetResult], to writer: inout JSONWriter) {
        guard !rejected.isEmpty else { return }
        writer.objects("refused", rejected) { writer, result in
            writer.member("control", result.control)
            if let reason = result.reason { writer.member("reason", reason) }
        }
    }
}
