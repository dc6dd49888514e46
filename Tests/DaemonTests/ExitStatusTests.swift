import Glibc
import Testing

@testable import Files
@testable import GlassfaderDaemon

/// Which errors end the daemon for good, and after which it is started again.
struct ExitStatusTests {
    @Test(arguments: [EIO, EBUSY, ETIMEDOUT, ENOMEM, EMFILE, ENFILE, EINTR, EAGAIN])
    func `a disk that cannot be read now is no mistake of the configuration`(code: Int32) {
        let error = FileError("read", "/etc/glassfader/panel.toml", errno: code)
        #expect(ExitStatus.of(error) == ExitStatus.failed)
    }

    @Test(arguments: [ENOENT, EACCES, EISDIR])
    func `a file that nobody may read is a mistake of the configuration`(code: Int32) {
        let error = FileError("read", "/etc/glassfader/panel.toml", errno: code)
        #expect(ExitStatus.of(error) == ExitStatus.configuration)
    }

    @Test(arguments: [EIO, ENOMEM, ENOSPC, ESTALE])
    func `a folder of the socket that cannot be read now is no mistake of the configuration`(
        code: Int32
    ) {
        let error = ListenerError.noFolder("/run/glassfader", errno: code)
        #expect(ExitStatus.of(error) == ExitStatus.failed)
        #expect(ExitStatus.of(ListenerError.ofMonitor(error)) == ExitStatus.failed)
    }

    @Test(arguments: [ENOENT, ENOTDIR, EACCES, EROFS, EEXIST])
    func `a folder of the socket that nobody can use is a mistake of the configuration`(
        code: Int32
    ) {
        let error = ListenerError.noFolder("/run/glassfader", errno: code)
        #expect(ExitStatus.of(error) == ExitStatus.configuration)
    }

    @Test func `a file of another kind is a mistake of the configuration`() {
        let error = FileError("read", "/etc/glassfader/panel.toml", "it is a folder")
        #expect(ExitStatus.of(error) == ExitStatus.configuration)
    }
}
