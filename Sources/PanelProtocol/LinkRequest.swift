/// The request to have controls follow one another.
package struct LinkRequest: Equatable, Sendable {
    /// What the others do when one moves.
    package enum Mode: String, CaseIterable, Sendable {
        /// They move by as much, and keep their distances.
        case relative
        /// They go to the same place.
        case absolute
    }

    /// In what a movement is counted.
    package enum Measure: String, CaseIterable, Sendable {
        /// In shares of the travel.
        case norm
        /// In the controls' unit.
        case value
    }

    /// The most controls that a link may have.
    package static let mostControls = 256

    /// The name of the link, by which it is replaced and removed.
    package var name: String
    /// The full ids of the controls, at least two.
    package var controls: [String]
    /// What the others do when one moves.
    package var mode = Mode.relative
    /// In what a movement is counted.
    package var measure = Measure.norm

    /// Asks for a link.
    package init(
        name: String, controls: [String], mode: Mode = .relative, in measure: Measure = .norm
    ) {
        self.name = name
        self.controls = controls
        self.mode = mode
        self.measure = measure
    }

    /// Reads the members that `write(to:)` writes.
    ///
    /// - Throws: an error that names the member at fault.
    package init(_ object: JSONObject) throws(RequestError) {
        try self.init(Fields(object))
    }

    init(_ fields: Fields) throws(RequestError) {
        name = try fields.name("name")
        controls = try fields.strings("controls", atMost: Self.mostControls)
        mode = try fields.choice("mode", of: Mode.self) ?? .relative
        measure = try fields.choice("in", of: Measure.self) ?? .norm
    }

    /// Writes the members of the request, and of the reply to it.
    package func write(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("controls", controls)
        writer.member("mode", mode.rawValue)
        writer.member("in", measure.rawValue)
    }
}
