import EventLoop
import Framebuffer
import Glibc

/// The text console that the daemon was started from: kept from painting on the screen, which is
/// left to another console when that is switched to.
final class ConsoleSwitch {
    private let terminal: VirtualTerminal
    private var sources: [EventSource] = []

    /// Takes the console; `nil` if there is none, or it may not be taken, which is said.
    ///
    /// - Parameters:
    ///   - any: whether the console that is being shown is taken if none is our own.
    ///   - left: called before another console is shown.
    ///   - entered: called when our own is shown again.
    init?(
        takingAny any: Bool, loop: EventLoop, log: (String) -> Void,
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
            log("\(error): the console may paint on the panel")
            return nil
        }
        // Before the kernel is asked to send them: unhandled, they would kill.
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
            log("\(error)")
        }
    }
}
