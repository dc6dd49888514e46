package import PanelProtocol

/// A setting of a bridge in the panel file, in a table such as `[bridges.osc]`.
public enum BridgeSetting: Equatable, Sendable {
    /// A string.
    case text(String)
    /// A number; finite.
    case number(Double)
    /// `true` or `false`.
    case flag(Bool)
    /// An array of texts, numbers and flags.
    case list([BridgeSetting])
    /// A table, with anything but tables in it.
    case table([String: BridgeSetting])

    /// The string; `nil` for anything else.
    public var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The number; `nil` for anything else.
    public var number: Double? { if case .number(let number) = self { number } else { nil } }

    /// The truth value; `nil` for anything else.
    public var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }

    /// The strings of an array, or one string alone; `nil` for anything else.
    public var texts: [String]? {
        switch self {
        case .text(let text): [text]
        case .list(let values):
            values.allSatisfy { $0.text != nil } ? values.compactMap(\.text) : nil
        case .number, .flag, .table: nil
        }
    }

    /// The table; `nil` for anything else.
    public var table: [String: BridgeSetting]? {
        if case .table(let table) = self { table } else { nil }
    }

    /// Reads a value; `nil` if it is `null`.
    init?(_ json: JSON) {
        switch json {
        case .null: return nil
        case .boolean(let flag): self = .flag(flag)
        case .integer(let number): self = .number(Double(number))
        case .real(let number): self = .number(number)
        case .string(let text): self = .text(text)
        case .array(let values): self = .list(values.compactMap(BridgeSetting.init))
        case .object(let object): self = .table(Self.table(object))
        }
    }

    private static func table(_ object: JSONObject) -> [String: BridgeSetting] {
        var table: [String: BridgeSetting] = [:]
        for member in object.members { table[member.key] = BridgeSetting(member.value) }
        return table
    }

    /// The tables in a reply to `list`, by the names of the bridges; empty if there are none.
    package static func list(_ reply: JSONObject) -> [String: [String: BridgeSetting]] {
        guard let bridges = reply["bridges"]?.object else { return [:] }
        return table(bridges).compactMapValues(\.table)
    }
}

extension JSONObject {
    /// The addresses of a control or a strip in a reply to `list`, by the name of the bridge.
    var bind: [String: String] {
        var bind: [String: String] = [:]
        for member in self["bind"]?.object?.members ?? [] {
            bind[member.key] = member.value.string
        }
        return bind
    }
}
