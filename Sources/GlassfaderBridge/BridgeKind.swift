public import ArgumentParser
import EventLoop

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

extension BridgeKind {
    /// Runs the program with its arguments, which must be UTF-8.
    public static func runProgram() {
        StandardStreams.openClosed()
        if let mistake = ProgramArguments.mistake { exit(withError: ValidationError(mistake)) }
        main()
    }
}

/// No options.
public struct NoOptions: ParsableArguments {
    /// None.
    public init() {}
}
