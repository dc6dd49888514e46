import CFramebuffer
import Glibc

/// A text console that is kept from painting on the screen, and switched to and away from.
///
/// It is put back as it was found when it is released.
package final class VirtualTerminal {
    /// The signal that the kernel sends before another console is switched to.
    package static let releaseSignal = __libc_current_sigrtmin() + 1
    /// The signal that the kernel sends when this console is switched to.
    package static let acquireSignal = __libc_current_sigrtmin() + 2

    private let descriptor: Int32
    private let foundMode: Int32
    private let ownsDescriptor: Bool
    private var hasSwitching = false

    /// Takes the console that a descriptor is, if it is one, into its graphics mode.
    ///
    /// - Throws: if it refuses: only who has the console for its controlling terminal, or root, may.
    package convenience init?(standardInput descriptor: Int32) throws(FramebufferError) {
        var mode: Int32 = 0
        guard ioctl(descriptor, UInt(KDGETMODE), &mode) == 0 else { return nil }
        try self.init(descriptor, mode: mode, owned: false)
    }

    /// Takes the console that is being shown into its graphics mode.
    package convenience init(shown node: String = "/dev/tty0") throws(FramebufferError) {
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
            let code = errno
            if owned { close(descriptor) }
            throw FramebufferError(cannot: "keep the console from painting", errno: code)
        }
    }

    deinit {
        if hasSwitching {
            var mode = vt_mode()
            mode.mode = CChar(VT_AUTO)
            _ = ioctl(descriptor, UInt(VT_SETMODE), &mode)
        }
        _ = ioctl(descriptor, UInt(KDSETMODE), foundMode)
        if ownsDescriptor { close(descriptor) }
    }

    /// Has the kernel ask, by the two signals, before it switches to another console and back.
    package func followSwitches() throws(FramebufferError) {
        var mode = vt_mode()
        mode.mode = CChar(VT_PROCESS)
        mode.relsig = CShort(Self.releaseSignal)
        mode.acqsig = CShort(Self.acquireSignal)
        try FramebufferError.check(
            ioctl(descriptor, UInt(VT_SETMODE), &mode), "follow switches of the console")
        hasSwitching = true
    }

    /// Lets the kernel switch to another console, after the release signal.
    package func release() throws(FramebufferError) {
        try FramebufferError.check(
            ioctl(descriptor, UInt(VT_RELDISP), Int32(1)), "give the console up")
    }

    /// Tells the kernel that the switch to this console has been seen, after the acquire signal.
    package func acquire() throws(FramebufferError) {
        try FramebufferError.check(
            ioctl(descriptor, UInt(VT_RELDISP), Int32(VT_ACKACQ)), "take the console")
        try FramebufferError.check(
            ioctl(descriptor, UInt(KDSETMODE), KD_GRAPHICS), "keep the console from painting")
    }
}
