extension TableFields {
    /// The keys that an exception cannot remove from a control.
    private static let needed = ["id", "type"]

    /// This control of a template as an exception changes it: with the options that the exception
    /// sets, and without the keys in its `without`.
    func changed(by exception: TableFields) -> TableFields {
        var exception = exception
        if exception.contains("id") {
            exception.error("an exception does not change the 'id' of a control", at: "id")
        }
        var removed: [String] = []
        for name in exception.strings("without") ?? [] {
            if Self.needed.contains(name) {
                exception.error("'without': a control needs its '\(name)'", at: "without")
            } else if exception.contains(name) {
                exception.error("'without' names '\(name)', which is set here", at: "without")
            } else if !contains(name) {
                let near = notes.question(for: name, among: keys.filter { $0 != "id" })
                exception.error(
                    "'without': the template does not set '\(name)'\(near)", at: "without")
            } else {
                removed.append(name)
            }
        }
        return without(removed).overlaid(with: exception.without(["without"]), merging: "bind")
    }
}
