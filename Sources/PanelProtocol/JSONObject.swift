/// The members of a JSON object, in their original order.
package struct JSONObject: Equatable, Sendable {
    /// A key and its value.
    package struct Member: Equatable, Sendable {
        /// The key.
        package var key: String
        /// The value.
        package var value: JSON
    }

    /// All members, with unique keys.
    package private(set) var members: [Member] = []

    /// Creates an object without members.
    package init() {}

    /// Adds a member, whose key is new.
    package mutating func append(_ key: String, _ value: JSON) {
        members.append(Member(key: key, value: value))
    }

    /// The value of a key; `nil` if it is missing.
    package subscript(key: String) -> JSON? {
        members.first { $0.key == key }?.value
    }
}
