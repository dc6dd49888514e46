/// The name of a member of an object in JSON.
///
/// An event has a dozen of them, all literals: these are copied, where any other text is searched
/// for characters to escape.
package enum JSONKey: ExpressibleByStringLiteral {
    /// A name in the source, without quotes, backslashes and control characters.
    case literal(StaticString)
    /// Any text.
    case text(String)

    /// Creates the name of a literal.
    package init(stringLiteral value: StaticString) { self = .literal(value) }
}
