import PanelProtocol

/// The scenes that clients stored, and their size in a saved state.
struct StoredScenes {
    /// The scenes, sorted by name.
    private(set) var all: [PanelScene] = []
    /// The size in a saved state, in bytes.
    private(set) var bytes = 0

    /// No scenes.
    init() {}

    /// The scenes of a saved state.
    init(_ scenes: [PanelScene]) {
        all = scenes.sorted { $0.name < $1.name }
        bytes = all.reduce(0) { $0 + $1.savedSize }
    }

    /// The scene with a name; `nil` if there is none.
    subscript(name: String) -> PanelScene? { all.first { $0.name == name } }

    /// The size with a further scene, or with one that replaces that of the same name.
    ///
    /// - Throws: If the scenes would be too many, or too large.
    func bytes(with scene: PanelScene) throws(RequestError) -> Int {
        let old = self[scene.name]
        try Limit.scenes.check(all.count + (old == nil ? 1 : 0), field: "name")
        let size = bytes - (old?.savedSize ?? 0) + scene.savedSize
        try Limit.sceneBytes.check(size, field: "name")
        return size
    }

    /// Adds a scene, or replaces that with the same name.
    mutating func put(_ scene: PanelScene) {
        remove(scene.name)
        all.insert(scene, at: all.firstIndex { $0.name > scene.name } ?? all.count)
        bytes += scene.savedSize
    }

    /// Removes a scene. Returns whether there was one with that name.
    @discardableResult
    mutating func remove(_ name: String) -> Bool {
        guard let index = all.firstIndex(where: { $0.name == name }) else { return false }
        bytes -= all.remove(at: index).savedSize
        return true
    }
}
