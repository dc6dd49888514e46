/// A scene in a reply.
package struct SceneInfo: Equatable, Sendable {
    /// The name for people.
    package var name: String
    /// The number of controls with a value in it.
    package var controls: Int
    /// Whether it is defined in the panel file, and so cannot be deleted.
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
