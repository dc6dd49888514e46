import Controls
import PanelProtocol
import TOML

/// The options of a list of scenes, which a tap recalls and a hold stores. It has no value.
struct ScenesDescription: BuiltInKind {
    static let table = OptionTable(of: SceneList(frame: .zero)) {
        PanelOption(
            "scenes", .sceneNames, otherwise: .phrase("all scenes"),
            "The names of the scenes, in this order. One that does not exist yet is dim until it is stored."
        )
        PanelOption(
            "store", \.storesByHolding, .flag,
            "Whether holding a name stores the values of all controls as this scene."
        ).listed
        PanelOption(
            "hold_ms", \.holdDuration, .milliseconds(in: 300...10_000), unit: "ms",
            "How long to hold it. A tap takes at most half of this time."
        ).onlyWhen("store", is: "true").onlyForFingers
        PanelOption(
            "over_ms", .milliseconds(in: 0...SetRequest.longestFade), unit: "ms",
            otherwise: .value("0"),
            "How long the values of a recalled scene fade."
        ).listed
    }

    static var options: [OptionEntry] { table.entries }

    static var unsupportedOptions: [String: String] {
        ["recall_safe": "a list of scenes has no value"]
    }

    private let options: OptionValues<SceneList>
    /// The position of `scenes` in the file.
    private let position: SourcePosition

    /// The names, in order; `nil` for all scenes.
    var names: [String]? { options.value("scenes") }
    /// How long the values of a recalled scene fade.
    var fade: Duration { options.value("over_ms") ?? .zero }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        options = Self.table.read(&fields)
        position = fields.position(of: "scenes")
    }

    var scenes: ScenesDescription? { self }
    var texts: [String] { names ?? [] }

    /// At least one row; it grows with the strip.
    var sizing: ControlSizing {
        var sizing = ControlSizing(weight: 2, targets: (width: 2, height: 1))
        sizing.minimumValueWidth = .infinity
        return sizing
    }

    func isEquivalent(to other: Self) -> Bool { options.isEquivalent(to: other.options) }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let list = style.view(SceneList(frame: .zero))
        options.apply(to: list, style) { SceneList(frame: .zero) }
        list.theme = style.theme
        list.tintColor = style.accent
        return PublishedView(
            view: list, paint: { list.tintColor = $0 },
            fit: { list.font = style.font.withSize($0) }, isDiscrete: true)
    }

    /// If the list cannot store scenes, warns of names that are not scenes.
    func check(known: [String], _ notes: PanelFileNotes) {
        guard options.written("store") == "false" else { return }
        for name in names ?? [] where !known.contains(name) {
            let near = notes.question(for: name, among: known)
            notes.warning(
                "'scenes': no scene '\(name)' in [[scenes]], and no key stores it: "
                    + "it does nothing until a client does\(near)", at: position)
        }
    }

    var settings: [ControlInfo.Setting] { options.listed }
}

extension OptionForm where Value == [String] {
    /// Names of scenes, without duplicates.
    fileprivate static var sceneNames: Self {
        Self(
            .list(.text(bytes: Limit.name.most), count: 1...Limit.entries.most),
            read: { fields, key in
                guard let names = fields.strings(key, limit: .name) else { return nil }
                let valid = names.filter { !$0.isEmpty }
                if valid.isEmpty || valid.count < names.count {
                    fields.error("'\(key)': expected the names of scenes", at: key)
                } else if Set(names).count < names.count {
                    fields.error("'\(key)': a name is there twice", at: key)
                } else {
                    return names
                }
                return nil
            }, written: { $0.written })
    }
}
