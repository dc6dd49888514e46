/// A table of vectors whose every key is understood.
public protocol UnderstoodKeys: Decodable {
    /// The keys that are.
    static var understood: Set<String> { get }
}

/// What is to be read from such a table, and the keys that ask for what is not understood: a case
/// that has any must not pass.
public struct Understood<Content: UnderstoodKeys>: Decodable {
    /// What the table says.
    public let content: Content
    /// The keys that are not understood.
    public let unknown: Set<String>

    /// - Throws: what is wrong with the content.
    public init(from decoder: any Decoder) throws {
        content = try Content(from: decoder)
        let keys = try decoder.container(keyedBy: AnyKey.self).allKeys
        unknown = Set(keys.map(\.stringValue)).subtracting(Content.understood)
    }
}

/// Any key of a JSON object.
public struct AnyKey: CodingKey {
    /// The key.
    public var stringValue: String
    /// None is a number.
    public var intValue: Int? { nil }

    /// The key of this name.
    public init(stringValue: String) { self.stringValue = stringValue }
    /// None.
    public init?(intValue: Int) { nil }
}
