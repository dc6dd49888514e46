import EventLoop
import Framebuffer
import Glibc

/// The text console that the daemon was started from. It must not draw on the screen; switching to
/// another console hands the screen over.
final class ConsoleSwitch {
    private let terminal: VirtualTerminal
    private var sources: [EventSource] = []

    /// Takes the console; `nil` if there is none. On failure, logs why and returns `nil`.
    ///
    /// - Parameters:
    ///   - any: whether to take the visible console if the process has no console of its own.
    ///   - left: called before another console becomes visible.
    ///   - entered: called when our console has become visible again.
    init?(
        takingAny any: Bool, loop: EventLoop, log: Log,
        left: @escaping () throws -> Void, entered: @escaping () throws -> Void
    ) throws {
        do throws(FramebufferError) {
            if let own = try VirtualTerminal(standardInput: STDIN_FILENO) {
                terminal = own
            } else {
                guard any else { return nil }
                terminal = try VirtualTerminal()
                return
            }
        } catch {
            log("\(error): the console may draw over the panel", .warning)
            return nil
        }
        // Install the handlers before the kernel sends these signals: unhandled, they end the
        // process.
        let terminal = terminal
        sources = [
            try loop.signal(VirtualTerminal.releaseSignal) {
                try left()
                try terminal.release()
            },
            try loop.signal(VirtualTerminal.acquireSignal) {
                try terminal.acquire()
                try entered()
            },
        ]
        do throws(FramebufferError) {
            try terminal.followSwitches()
        } catch {
            log("\(error)", .warning)
        }
    }
}
