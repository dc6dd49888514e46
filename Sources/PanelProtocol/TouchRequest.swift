/// A request of a client that holds controls as a finger does: a motor fader, a second panel, a
/// browser.
package struct TouchRequest: Equatable, Sendable {
    /// The part of a gesture that a request is about.
    package enum Phase: String, CaseIterable, Sendable {
        case began
        case changed
        case ended
        /// The gesture is cancelled: a control with `revert_on_cancel` goes back.
        case cancelled
    }

    /// One of the controls.
    package struct Item: Equatable, Sendable {
        /// The control.
        package var control: String
        /// The part that is moved, of a control with several; `nil` if all are, or there is one.
        package var part: String?
        /// The requested change; `nil` for none.
        package var change: SetRequest.Change?

        /// Describes a touch.
        package init(_ control: String, _ change: SetRequest.Change? = nil, part: String? = nil) {
            self.control = control
            self.change = change
            self.part = part
        }
    }

    /// The maximum number of controls in one request.
    package static let mostControls = BatchRequest.mostOperations

    /// The part of the gesture.
    package var phase: Phase
    /// The controls. Each one is accepted or rejected independently.
    package var items: [Item]

    /// Creates a request.
    package init(_ phase: Phase, _ items: [Item]) {
        self.phase = phase
        self.items = items
    }

    init(_ fields: Fields) throws(RequestError) {
        phase = try fields.requiredChoice("phase", of: Phase.self)
        items = []
        for (control, fields) in try fields.objectsByName("controls", atMost: Self.mostControls) {
            do throws(RequestError) {
                let change = try SetRequest.Change(fields)
                let part = try fields.string("part")
                items.append(Item(control, try change?.of(part), part: part))
            } catch {
                var error = error
                let name = RequestError.shortened(control)
                error.message = "controls.\(name): \(error.message)"
                error.field = "controls"
                throw error
            }
        }
    }
}

extension SetRequest.Change {
    /// Reads at most one change; `nil` if there is none.
    init?(_ fields: Fields) throws(RequestError) {
        var changes: [SetRequest.Change] = []
        if let value = try fields.controlValue("value") { changes.append(.value(value)) }
        if let value = try fields.controlValue("norm") { changes.append(.norm(value)) }
        if let value = try fields.controlValue("delta") { changes.append(.delta(value)) }
        if let value = try fields.controlValue("delta_norm") { changes.append(.deltaNorm(value)) }
        guard changes.count <= 1 else {
            throw RequestError(
                .badRequest,
                "expected exactly one of value, norm, delta and delta_norm, found "
                    + changes.map(\.field).joined(separator: " and "),
                field: "value")
        }
        guard let change = changes.first else { return nil }
        self = change
    }

    /// The change for one part of the control: a single number becomes that part's value.
    fileprivate func of(_ part: String?) throws(RequestError) -> Self {
        guard let part else { return self }
        switch value {
        case .number(let number): return with(.parts([.init(part, number)]))
        case .parts(let parts) where parts.count == 1 && parts[0].name == part: return self
        default:
            throw RequestError(
                .badRequest, "expected a number for the part '\(RequestError.shortened(part))'",
                field: field)
        }
    }
}
