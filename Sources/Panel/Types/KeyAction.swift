import PanelProtocol
import TOML

/// The action of a key, besides its event.
struct KeyAction: Sendable {
    /// The kind of action.
    enum Kind: Equatable, Sendable {
        /// Shows a page, or a neighbour of the visible one.
        case page(String)
        /// Recalls a scene.
        case scene(String, over: Duration)
        /// Stores a scene of all controls.
        case store(String)
        /// Sets controls to values.
        case set([Setting])
        /// Sets controls to their defaults.
        case reset(Glob)
        /// Locks the panel, or unlocks it if a key has locked it.
        case lock
        /// Asks for this PIN, which unlocks the panel.
        case unlock(pin: String)
        /// Switches the display off.
        case blank
        /// Undoes the last change.
        case undo
        /// Redoes the change that was undone last.
        case redo
        /// Shows only the strips of the VCA with this master, or all strips again.
        case spill(String)
        /// Only sends the event, with this name.
        case run(String)
    }

    /// A value for the controls whose IDs match.
    struct Setting: Equatable, Sendable {
        let pattern: Glob
        let value: ControlValue
    }

    let kind: Kind
    /// Its key in a file.
    let word: String
    /// The position of the action's value in the file or, for settings, of each of them.
    var positions: [SourcePosition] = []

    /// Its argument: a page, a scene, a VCA's master, the pattern of `reset`, or the name of `run`;
    /// `nil` if it has none.
    var name: String? {
        switch kind {
        case .page(let name), .scene(let name, _), .store(let name), .spill(let name),
            .run(let name):
            name
        case .reset(let pattern): pattern.pattern
        case .set, .lock, .unlock, .blank, .undo, .redo: nil
        }
    }
}
