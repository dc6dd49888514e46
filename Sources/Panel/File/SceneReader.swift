import PanelProtocol
import TOML

extension PanelScene {
    static let options = OptionTable<Void>(of: ()) {
        PanelOption("name", .plainText(), "Its name for clients.").required
        PanelOption(
            "values", OptionForm<Bool>(.named(.anything), read: { $0.request($1) ? true : nil }),
            "A value for each control, by its full name. A key has true or 1, false or 0."
        ).required
    }
}

/// Reads the scenes of a panel, after all controls.
struct SceneReader {
    private(set) var scenes: [PanelScene] = []
    private var names: Set<String> = []
    /// The size of the scenes so far in a saved state, in bytes.
    private var size = 0
    private let controls: [String: ControlDescription]
    private let notes: PanelFileNotes

    init(_ tables: [TableFields], pages: [PageDescription], notes: PanelFileNotes) {
        self.notes = notes
        controls = tables.isEmpty ? [:] : .init(of: pages)
        for table in tables { read(table) }
    }

    private mutating func read(_ table: TableFields) {
        var fields = table
        let name: String? = PanelScene.options.read(&fields).value("name")
        var values: [String: ControlValue] = [:]
        if let table = fields.table("values", name: "the values of a scene") {
            for (id, entry) in table.controlEntries { read(id, entry, into: &values) }
        }
        fields.noteUnknownKeys()
        guard let name, fields.checkName(name, at: "name") else { return }
        if !names.insert(name).inserted {
            fields.error("the name '\(name)' is taken by another scene", at: "name")
        } else {
            let scene = PanelScene(name: name, values: values)
            size += scene.savedSize
            if let problem = Limit.sceneBytes.problem(with: size) {
                notes.error(problem, at: fields.position)
            } else {
                scenes.append(scene)
            }
        }
    }

    private func read(_ id: String, _ entry: TOMLEntry, into values: inout [String: ControlValue]) {
        guard let control = controls[id] else {
            let near = notes.question(for: id, among: controls.keys.sorted())
            return notes.error("no control '\(id)'\(near)", at: entry.keyPosition)
        }
        guard let converter = control.kind.converter, control.access == .readWrite else {
            return notes.error("'\(id)' has no value that can be set", at: entry.keyPosition)
        }
        if let mode = control.kind.key?.mode, mode != .latching {
            return notes.error(
                "'\(id)' is a key with the mode \(mode): scenes have no value for it",
                at: entry.keyPosition)
        }
        guard let value = ControlValue(entry.value),
            let valid = converter.value(.value(value), from: control.kind.defaultValue ?? value)
        else {
            return notes.error("'\(id)': expected \(converter.expected)", at: entry.value.position)
        }
        if let excess = converter.excess(of: value) {
            return notes.error("'\(id)' is \(excess)", at: entry.value.position)
        }
        values[id] = valid
    }
}

extension ControlValue {
    /// A number, a word, a boolean, or an object with a number for each part.
    init?(_ value: TOMLValue) {
        if let number = value.asNumber, number.isFinite {
            self = .number(number)
        } else if let text = value.asString {
            self = .text(text)
        } else if case .boolean(let isOn) = value.content {
            self = .boolean(isOn)
        } else if let entries = value.asTable, !entries.isEmpty {
            var parts: [Part] = []
            for entry in entries {
                guard let number = entry.value.asNumber, number.isFinite else { return nil }
                parts.append(Part(entry.key, number))
            }
            self = .parts(parts)
        } else {
            return nil
        }
    }
}
