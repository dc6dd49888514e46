/// A request to lock or unlock the panel.
package struct LockRequest: Equatable, Sendable {
    /// Whether to lock it.
    package var isOn: Bool
    /// The controls that stay unlocked.
    package var exceptions: [Glob] = []
    /// Whether clients may not change anything either.
    package var coversClients = false

    /// Creates a request to lock the panel against touch, or to unlock it.
    package init(isOn: Bool, except exceptions: [Glob] = [], coversClients: Bool = false) {
        self.isOn = isOn
        self.exceptions = exceptions
        self.coversClients = coversClients
    }

    init(_ fields: Fields) throws(RequestError) {
        isOn = try fields.boolean("on") ?? true
        exceptions = try fields.globs("except") ?? []
        coversClients = try fields.boolean("clients") ?? false
        if !isOn, let member = ["except", "clients"].first(where: fields.has) {
            throw RequestError(
                .badRequest, "\(member): has no effect with on: false", field: member)
        }
    }

    /// Writes the members of the reply and the event.
    func write(to writer: inout JSONWriter) {
        writer.member("locked", isOn)
        guard isOn else { return }
        writer.member("except", exceptions.map(\.pattern))
        writer.member("clients", coversClients)
    }
}
