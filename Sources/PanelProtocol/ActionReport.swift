/// What a key did by its action, or why it could not.
package struct ActionReport: Equatable, Sendable {
    /// Why an action could not be performed.
    package enum Problem: String, CaseIterable, Sendable {
        /// There is no scene of that name.
        case noScene = "no-scene"
        /// There is no page of that name.
        case noPage = "no-page"
        /// No VCA has a master of that name.
        case noVCA = "no-vca"
        /// Nothing was changed since the start, or all of it was undone.
        case nothingToUndo = "nothing-to-undo"
        /// Nothing was undone, or something was changed since.
        case nothingToRedo = "nothing-to-redo"
        /// The panel is not locked.
        case notLocked = "not-locked"
        /// The panel is already locked.
        case locked
        /// A finger is on each of the controls.
        case touched
        /// The panel has no control whose value a scene could have.
        case nothingToStore = "nothing-to-store"
        /// The panel keeps no more scenes.
        case full
        /// There is no display that can be blanked.
        case noDisplay = "no-display"
    }

    /// The full ID of the key.
    package var control: String
    /// The action, by its key in the panel file, such as `scene`.
    package var action: String
    /// The argument of the action: a page, a scene, a VCA's master, the pattern of `reset`, or the
    /// name of `run`; `nil` if it has none.
    package var name: String?
    /// Why nothing happened; `nil` if the action was performed.
    package var problem: Problem?

    /// Creates a report.
    package init(control: String, action: String, name: String? = nil, problem: Problem? = nil) {
        self.control = control
        self.action = action
        self.name = name
        self.problem = problem
    }

    func write(to writer: inout JSONWriter) {
        writer.member("control", control)
        writer.member("action", action)
        if let name { writer.member("name", name) }
        writer.member("applied", problem == nil)
        if let problem { writer.member("reason", problem.rawValue) }
    }
}
