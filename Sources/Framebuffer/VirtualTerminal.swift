import CFramebuffer
import Glibc

/// A text console that is kept from drawing on the screen, and that reports switches to and from
/// it.
///
/// Its mode is restored when it is released.
package final class VirtualTerminal {
    /// The signal that the kernel sends before it switches to another console.
    package static let releaseSignal = __libc_current_sigrtmin() + 1
    /// The signal that the kernel sends when it has switched to this console.
    package static let acquireSignal = __libc_current_sigrtmin() + 2

    private let descriptor: Int32
    private let foundMode: Int32
    private let ownsDescriptor: Bool
    private var hasSwitching = false

    /// Sets the console behind a descriptor to graphics mode; `nil` if the descriptor is not a
    /// console.
    ///
    /// - Throws: if that is not permitted: it needs root, or the console as controlling terminal.
    package convenience init?(standardInput descriptor: Int32) throws(FramebufferError) {
        var mode: Int32 = 0
        guard ioctl(descriptor, UInt(KDGETMODE), &mode) == 0 else { return nil }
        try self.init(descriptor, mode: mode, owned: false)
    }

    /// Sets the visible console to graphics mode.
    package convenience init(_ node: String = "/dev/tty0") throws(FramebufferError) {
        let descriptor = open(node, O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            throw FramebufferError(cannot: "open \(node)", errno: errno)
        }
        var mode: Int32 = 0
        guard ioctl(descriptor, UInt(KDGETMODE), &mode) == 0 else {
            let code = errno
            close(descriptor)
            throw FramebufferError(cannot: "read the mode of \(node)", errno: code)
        }
        try self.init(descriptor, mode: mode, owned: true)
    }

    private init(_ descriptor: Int32, mode: Int32, owned: Bool) throws(FramebufferError) {
        self.descriptor = descriptor
        foundMode = mode
        ownsDescriptor = owned
        if ioctl(descriptor, UInt(KDSETMODE), KD_GRAPHICS) < 0 {
            // deinit closes the descriptor.
            throw FramebufferError(cannot: "set the console to graphics mode", errno: errno)
        }
    }

    deinit {
        if hasSwitching {
            var mode = vt_mode()
            mode.mode = numericCast(VT_AUTO)
            _ = ioctl(descriptor, UInt(VT_SETMODE), &mode)
        }
        _ = ioctl(descriptor, UInt(KDSETMODE), foundMode)
        if ownsDescriptor { close(descriptor) }
    }

    /// Makes the kernel send the two signals when consoles are switched.
    package func followSwitches() throws(FramebufferError) {
        var mode = vt_mode()
        mode.mode = numericCast(VT_PROCESS)
        mode.relsig = CShort(Self.releaseSignal)
        mode.acqsig = CShort(Self.acquireSignal)
        try FramebufferError.check(
            ioctl(descriptor, UInt(VT_SETMODE), &mode), "follow switches of the console")
        hasSwitching = true
    }

    /// Lets the kernel switch to another console. Call it after the release signal.
    package func release() throws(FramebufferError) {
        try FramebufferError.check(
            ioctl(descriptor, UInt(VT_RELDISP), Int32(1)), "release the console")
    }

    /// Acknowledges the switch to this console. Call it after the acquire signal.
    package func acquire() throws(FramebufferError) {
        try FramebufferError.check(
            ioctl(descriptor, UInt(VT_RELDISP), Int32(VT_ACKACQ)), "acquire the console")
        try FramebufferError.check(
            ioctl(descriptor, UInt(KDSETMODE), KD_GRAPHICS), "set the console to graphics mode")
    }
}
