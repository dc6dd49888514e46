/// A request about scenes. A scene is a name, and the values of controls at one moment.
package enum SceneRequest: Equatable, Sendable {
    /// Stores the present values of the matching controls. A scene of that name is replaced.
    case store(name: String, match: [Glob])
    /// Sets the matching controls to the values of a scene, except those that match `except`.
    case recall(name: String, match: [Glob], fade: Duration, except: [Glob])
    /// Lists the scenes.
    case list
    /// Deletes a scene.
    case delete(name: String)

    private enum Operation: String, CaseIterable {
        case store
        case recall
        case list
        case delete

        /// The fields that have an effect.
        var fields: [String] {
            switch self {
            case .store: ["name", "match"]
            case .recall: ["name", "match", "over_ms", "safe"]
            case .list: []
            case .delete: ["name"]
            }
        }
    }

    init(_ fields: Fields) throws(RequestError) {
        let operation = try fields.requiredChoice("op", of: Operation.self)
        // A recall has all of them.
        for key in Operation.recall.fields
        where fields.has(key) && !operation.fields.contains(key) {
            throw RequestError(
                .badRequest, "\(key): has no effect with the op \(operation.rawValue)", field: key)
        }
        switch operation {
        case .store:
            self = .store(name: try fields.name("name"), match: try fields.match())
        case .recall:
            self = .recall(
                name: try fields.name("name"), match: try fields.match(),
                fade: try fields.fade(), except: try fields.globs("safe") ?? [])
        case .list:
            self = .list
        case .delete:
            self = .delete(name: try fields.name("name"))
        }
    }
}
