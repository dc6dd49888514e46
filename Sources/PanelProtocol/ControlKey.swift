/// The name of a control with its hash, so that comparing different names is fast.
package struct ControlKey: Equatable, ExpressibleByStringLiteral, Sendable {
    /// The name.
    package let name: String
    private let hash: UInt64

    /// The key of the control with this name.
    package init(_ name: String) {
        self.name = name
        // FNV-1a: the standard library's hash takes several times as long.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        var copy = name
        copy.withUTF8 { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 } }
        self.hash = hash
    }

    /// The key of the control with this name.
    package init(stringLiteral name: String) { self.init(name) }

    package static func == (first: ControlKey, second: ControlKey) -> Bool {
        first.hash == second.hash && first.name == second.name
    }
}
