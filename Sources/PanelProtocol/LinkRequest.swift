/// A request to link controls, so that they follow each other.
package struct LinkRequest: Equatable, Sendable {
    /// What the other controls do when one moves.
    package enum Mode: String, CaseIterable, Sendable {
        /// They move by the same amount, and keep their distances.
        case relative
        /// They move to the same position.
        case absolute
        /// The first is the master of a VCA: it moves the levels in effect of the others, and not
        /// their own values.
        case vca
        /// The selected controls move by the same amount. Keys select them and activate the gang:
        /// see `select` and `activeKey`.
        case gang

        /// Whether a movement is measured in a chosen unit.
        package var hasMeasure: Bool { self == .relative || self == .absolute }
    }

    /// The unit in which a movement is measured.
    package enum Measure: String, CaseIterable, Sendable {
        /// Fractions of the travel.
        case norm
        /// The controls' unit.
        case value
    }

    /// The maximum number of controls in a link.
    package static let mostControls = 256

    /// The name of the link, used to replace and remove it.
    package var name: String
    /// The full IDs of the controls; at least two. The first is the master of a VCA.
    package var controls: [String]
    /// What the other controls do when one moves.
    package var mode = Mode.relative
    /// The unit in which a movement is measured.
    package var measure = Measure.norm

    /// The name of the key in the strip of each control that selects it, such as `select`; `nil` if
    /// all controls of a gang are selected.
    package var select: String?
    /// The full ID of the key that puts a gang in effect while it is on. Without it, a gang is in
    /// effect while fingers hold the keys of at least two controls, which are then the selected
    /// ones.
    package var activeKey: String?

    /// Creates a request.
    package init(
        name: String, controls: [String], mode: Mode = .relative, in measure: Measure = .norm,
        select: String? = nil, while activeKey: String? = nil
    ) {
        self.name = name
        self.controls = controls
        self.mode = mode
        self.measure = measure
        self.select = select
        self.activeKey = activeKey
    }

    /// Reads the members that `write(to:)` writes.
    ///
    /// - Throws: An error that names the invalid member.
    package init(_ object: JSONObject) throws(RequestError) {
        try self.init(Fields(object))
    }

    init(_ fields: Fields) throws(RequestError) {
        name = try fields.name("name")
        controls = try fields.strings("controls", atMost: Self.mostControls)
        mode = try fields.choice("mode", of: Mode.self) ?? .relative
        let measure = try fields.choice("in", of: Measure.self)
        if measure != nil, !mode.hasMeasure {
            throw RequestError(
                .badRequest, "in: a link with the mode \(mode.rawValue) has no choice of a unit",
                field: "in")
        }
        self.measure = measure ?? .norm
        select = try fields.string("select")
        activeKey = try fields.string("while")
    }

    /// Writes the members of the request, which are also those of its reply.
    package func write(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("controls", controls)
        writer.member("mode", mode.rawValue)
        if mode.hasMeasure { writer.member("in", measure.rawValue) }
        if let select { writer.member("select", select) }
        if let activeKey { writer.member("while", activeKey) }
    }
}
