public import ArgumentParser

/// A kind of bridge, as the commands of its program need it.
public protocol BridgeKind: ParsableCommand {
    /// The options of this kind, for all commands.
    associatedtype Options: ParsableArguments = NoOptions

    /// The name that `bind` and `[bridges]` use.
    static var bridge: String { get }

    /// Makes the engine's side.
    static func makeEngine(
        _ bridge: Bridge, _ mode: BridgeMode, _ options: Options
    ) throws -> any BridgeEngine
}

/// No options.
public struct NoOptions: ParsableArguments {
    /// None.
    public init() {}
}
