/// What clients are sent of a scene.
package struct SceneInfo: Equatable, Sendable {
    /// What a person calls it.
    package var name: String
    /// How many controls it has a value for.
    package var controls: Int
    /// Whether it is one of the panel file, which cannot be deleted.
    package var isInFile: Bool

    /// Describes a scene.
    package init(name: String, controls: Int, isInFile: Bool) {
        self.name = name
        self.controls = controls
        self.isInFile = isInFile
    }

    func write(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("controls", controls)
        writer.member("file", isInFile)
    }
}
