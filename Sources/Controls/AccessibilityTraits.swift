/// How a view behaves, for assistive technology. The names are UIKit's.
public struct AccessibilityTraits: OptionSet, Hashable, Sendable {
    /// One bit for each of the traits.
    public let rawValue: UInt64

    /// A set with these bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// No trait.
    public static let none: AccessibilityTraits = []
    /// People can press it.
    public static let button = AccessibilityTraits(rawValue: 1)
    /// It leads to another place.
    public static let link = AccessibilityTraits(rawValue: 2)
    /// It is a picture.
    public static let image = AccessibilityTraits(rawValue: 4)
    /// It is selected now.
    public static let selected = AccessibilityTraits(rawValue: 8)
    /// It is a key of a keyboard.
    public static let keyboardKey = AccessibilityTraits(rawValue: 16)
    /// It is text that does not change.
    public static let staticText = AccessibilityTraits(rawValue: 32)
    /// It summarises other elements.
    public static let summaryElement = AccessibilityTraits(rawValue: 64)
    /// It is disabled now.
    public static let notEnabled = AccessibilityTraits(rawValue: 128)
    /// Its label or value changes too often to be spoken on each change, as a meter's does.
    public static let updatesFrequently = AccessibilityTraits(rawValue: 256)
    /// It starts playback or recording.
    public static let startsMediaSession = AccessibilityTraits(rawValue: 512)
    /// Its value goes up and down.
    public static let adjustable = AccessibilityTraits(rawValue: 1024)
    /// It handles touches itself.
    public static let allowsDirectInteraction = AccessibilityTraits(rawValue: 2048)
    /// It turns a page.
    public static let causesPageTurn = AccessibilityTraits(rawValue: 4096)
    /// It is the heading of what follows.
    public static let header = AccessibilityTraits(rawValue: 8192)
    /// It contains the keys that show other pages.
    public static let tabBar = AccessibilityTraits(rawValue: 16384)
    /// It is on or off.
    public static let toggleButton = AccessibilityTraits(rawValue: 32768)

    /// The names of the traits, for a remote screen reader: `["adjustable", "notEnabled"]`.
    public var names: [String] {
        Self.names.compactMap { contains($0.trait) ? $0.name : nil }
    }

    /// The traits with these names; `nil` if a name is unknown.
    public init?(names: some Sequence<String>) {
        var traits = AccessibilityTraits.none
        for name in names {
            guard let known = Self.names.first(where: { $0.name == name }) else { return nil }
            traits.insert(known.trait)
        }
        self = traits
    }

    private static let names: [(name: String, trait: AccessibilityTraits)] = [
        ("button", .button), ("link", .link), ("image", .image), ("selected", .selected),
        ("keyboardKey", .keyboardKey), ("staticText", .staticText),
        ("summaryElement", .summaryElement), ("notEnabled", .notEnabled),
        ("updatesFrequently", .updatesFrequently), ("startsMediaSession", .startsMediaSession),
        ("adjustable", .adjustable), ("allowsDirectInteraction", .allowsDirectInteraction),
        ("causesPageTurn", .causesPageTurn), ("header", .header), ("tabBar", .tabBar),
        ("toggleButton", .toggleButton),
    ]
}
