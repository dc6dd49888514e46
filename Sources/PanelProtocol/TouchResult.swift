/// The result of a `touch` for one control.
package struct TouchResult: Equatable, Sendable {
    /// Why a client does not hold a control.
    package enum Problem: Equatable, Sendable {
        /// A finger or another client holds it; `nil` if it is not known which.
        case touched(by: ValueChanged.Source?)
        /// The client does not hold it, or does not any more.
        case notHeld
        /// The request is not valid for the control.
        case error(RequestError)
    }

    /// The control.
    package var control: String
    /// Why the touch has no effect; `nil` if it has.
    package var problem: Problem?
    /// The number of the gesture; `nil` for a control that has none, such as a key.
    package var gesture: Int64?
    /// The present value; `nil` if the control has none.
    package var state: ControlState?

    /// Creates a result.
    package init(
        _ control: String, problem: Problem? = nil, gesture: Int64? = nil,
        state: ControlState? = nil
    ) {
        self.control = control
        self.problem = problem
        self.gesture = gesture
        self.state = state
    }

    func write(to writer: inout JSONWriter) {
        writer.member("applied", problem == nil)
        switch problem {
        case nil: break
        case .touched(let holder):
            writer.member("reason", "touched")
            if let holder { writer.object("by") { holder.write(to: &$0) } }
        case .notHeld: writer.member("reason", "not-held")
        case .error(let error):
            writer.member("reason", error.code.rawValue)
            writer.member("message", error.message)
            if !error.near.isEmpty { writer.member("near", error.near) }
        }
        if let gesture { writer.member("gesture", gesture) }
        guard let state else { return }
        writer.member("value", state.value)
        writer.member("norm", state.norm)
        state.effective?.write(to: &writer)
    }
}
