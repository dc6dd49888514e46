/// What is to be done with a scene: a name, and the values that controls had at one moment.
package enum SceneRequest: Equatable, Sendable {
    /// To keep the present values of the controls that match, in place of a scene of that name.
    case store(name: String, match: [Glob])
    /// To put the controls to the values of a scene, but for those that match `sparing`.
    case recall(name: String, fade: Duration, sparing: [Glob])
    /// To tell the names.
    case list
    /// To forget a scene.
    case delete(name: String)

    private enum Operation: String, CaseIterable {
        case store
        case recall
        case list
        case delete
    }

    init(_ fields: Fields) throws(RequestError) {
        guard let operation = try fields.choice("op", of: Operation.self) else {
            throw .missing("op")
        }
        switch operation {
        case .store:
            self = .store(
                name: try fields.name("name"), match: try fields.globs("match") ?? [Glob("*")])
        case .recall:
            self = .recall(
                name: try fields.name("name"), fade: try fields.fade(),
                sparing: try fields.globs("safe") ?? [])
        case .list:
            self = .list
        case .delete:
            self = .delete(name: try fields.name("name"))
        }
    }
}
