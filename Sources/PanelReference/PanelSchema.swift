package import Panel
package import PanelProtocol

/// The JSON Schema of panel files, for editors that check and complete TOML.
///
/// See JSON Schema, draft 2020-12. Rules that involve several values are not in it.
package struct PanelSchema {
    private let types: [ControlType]

    /// The schema for panel files with these types of controls.
    package init(types: [ControlType] = ControlType.builtIn) { self.types = types }

    /// Writes the members of the schema's object.
    package func write(to writer: inout JSONWriter) {
        writer.member("$schema", "https://json-schema.org/draft/2020-12/schema")
        writer.member("title", "A Glassfader panel")
        write(PanelOptions.file, others: nil, to: &writer)
        writer.object("$defs") { writer in
            writer.object("control") { writer in
                let names = types.map(\.name) + Self.arrangements.map(\.name) + ["cards"]
                writer.objects("oneOf", names) { writer, name in
                    writer.member("$ref", "#/$defs/\(name)")
                }
            }
            for (name, options) in Self.arrangements {
                writer.object(.text(name)) { write(options, others: nil, to: &$0) }
            }
            writer.object("cards") { writer in
                let card = OptionShape.named(.anything, besides: PanelOptions.card)
                write(PanelOptions.cards, others: card, to: &writer)
            }
            for type in types {
                writer.object(.text(type.name)) { writer in write(type, to: &writer) }
            }
            writer.object("theme-colour") { writer in
                writer.member("type", "string")
                writer.member("description", "#rrggbb, or the name of a colour in the theme")
            }
            writer.object("image-file") { writer in
                write(.either([.text(bytes: 4096), .table(PanelOptions.image)]), to: &writer)
            }
        }
    }

    /// The tables that are allowed in place of a control.
    private static let arrangements: [(name: String, options: [OptionEntry])] =
        StackDescription.Arrangement.allCases.map { ($0.rawValue, PanelOptions.stack($0)) }
        + [("space", PanelOptions.space), ("line", PanelOptions.line)]

    private func write(_ type: ControlType, to writer: inout JSONWriter) {
        let own = type.options.map(\.key)
        let common = type.commonOptions.filter { $0.key != "type" && !own.contains($0.key) }
        write(common + [PanelOptions.type(type.name)] + type.options, others: nil, to: &writer)
    }

    private func write(
        _ entries: [OptionEntry], others: OptionShape?, to writer: inout JSONWriter
    ) {
        writer.member("type", "object")
        writer.object("properties") { writer in
            for entry in entries {
                writer.object(.text(entry.key)) { write(entry, to: &$0) }
            }
        }
        let required = entries.filter(\.isRequired).map(\.key)
        if !required.isEmpty { writer.member("required", required) }
        if let others {
            writer.object("additionalProperties") { write(others, to: &$0) }
        } else {
            writer.member("additionalProperties", false)
        }
    }

    private func write(_ entry: OptionEntry, to writer: inout JSONWriter) {
        writer.member("description", entry.description)
        if case .value(let text)? = entry.defaultValue,
            let value = ControlInfo.Setting.Value(written: text)
        {
            ControlInfo.Setting("default", value).write(to: &writer)
        }
        write(entry.shape, to: &writer)
    }

    private func write(_ shape: OptionShape, to writer: inout JSONWriter) {
        switch shape {
        case .number(let least, let greatest, let excludesLeast):
            writer.member("type", "number")
            if let least { writer.member(excludesLeast ? "exclusiveMinimum" : "minimum", least) }
            if let greatest { writer.member("maximum", greatest) }
        case .integer(let range):
            writer.member("type", "integer")
            writer.member("minimum", range.lowerBound)
            writer.member("maximum", range.upperBound)
        case .numbers(let numbers):
            writer.member("enum", numbers.map(Double.init))
        case .flag:
            writer.member("type", "boolean")
        case .text(let bytes):
            writer.member("type", "string")
            writer.member("maxLength", bytes)
        case .word(let words):
            writer.member("enum", words)
        case .form(let pattern, let example):
            writer.member("type", "string")
            writer.member("pattern", pattern)
            writer.member("examples", [example])
        case .color:
            writer.member("$ref", "#/$defs/theme-colour")
        case .image:
            writer.member("$ref", "#/$defs/image-file")
        case .control:
            writer.member("$ref", "#/$defs/control")
        case .anything:
            break
        case .list(let element, let count):
            writer.member("type", "array")
            writer.object("items") { write(element, to: &$0) }
            writer.member("minItems", count.lowerBound)
            writer.member("maxItems", count.upperBound)
        case .table(let entries):
            write(entries, others: nil, to: &writer)
        case .named(let shape, let entries):
            write(entries, others: shape, to: &writer)
        case .either(let shapes):
            writer.objects("anyOf", shapes) { write($1, to: &$0) }
        }
    }
}
