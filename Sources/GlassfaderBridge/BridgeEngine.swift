public import GlassfaderClient

/// The side of a bridge that speaks with an audio engine.
///
/// All calls come on one thread, and none may block.
public protocol BridgeEngine: AnyObject {
    /// Takes the controls and settings of the panel: at the start, after a reconnection, and after
    /// the panel file was reloaded. Begins to connect to the engine, or keeps the connection if its
    /// settings are the same.
    ///
    /// - Throws: ``BridgeProblem`` if the settings cannot be understood; the bridge then waits for
    ///   another panel file.
    func configure(_ panel: BridgePanel) throws(BridgeProblem) -> Bindings

    /// Sends a value to the engine. At most once a frame for each control.
    func send(_ value: BridgeValue, of control: String)

    /// Ends a frame, in which there may have been no values.
    func endFrame()

    /// Asks the engine for its values, which arrive by ``Bridge/engineReported(_:of:)``.
    func readAll()

    /// The panel is gone, or is back with the next ``configure(_:)``. The engine keeps its values.
    func panelLost()

    /// Closes the connection to the engine.
    func close()

    /// The events that the engine receives besides changes of values and strips, by name; also of
    /// the controls among ``Bindings/others``.
    var events: [String] { get }

    /// Whether a person's hands are at the other end: a controller beside the panel.
    var isMovedByHands: Bool { get }

    /// Takes an event of the panel, after the bridge: of any control, also one of the bridge's own.
    func panelEvent(_ event: PanelEvent)
}

extension BridgeEngine {
    /// None.
    public var events: [String] { [] }

    /// No.
    public var isMovedByHands: Bool { false }

    /// Ignores it.
    public func panelEvent(_ event: PanelEvent) {}
}

/// The controls that a bridge serves.
public struct Bindings: Sendable {
    /// One control and its address.
    public struct Entry: Equatable, Sendable {
        /// The control or strip.
        public var name: String
        /// Its address in the engine, as a person would write it.
        public var address: String
        /// Where the address is from: `bind`, or the name of a dialect.
        public var origin: String

        /// A control with its address.
        public init(_ name: String, _ address: String, origin: String) {
            self.name = name
            self.address = address
            self.origin = origin
        }
    }

    /// The controls, in the panel's order.
    public var controls: [Entry] = []
    /// The other served parts, besides values of controls: names and meters of strips.
    public var others: [Entry] = []
    /// The binds that cannot be used. The others work.
    public var problems: [BridgeProblem] = []

    /// No bindings.
    public init() {}
}

/// A mistake in the part of the panel file that is for a bridge.
public struct BridgeProblem: Error, Equatable, CustomStringConvertible {
    /// What was found, what was expected, and for which control.
    public var description: String

    /// A mistake, in words.
    public init(_ description: String) {
        self.description = description
    }
}
