import Drawing
import Glibc
import Testing

struct FontErrorTests {
    @Test func `the error names a missing font`() {
        let error = #expect(throws: FontError.self) {
            try FontCollection().font(path: "/nowhere/Fancy.otf", size: 16)
        }
        #expect(
            error?.description
                == "cannot use the font /nowhere/Fancy.otf: No such file or directory")
    }

    @Test func `the error names a file that is not a font`() {
        let error = #expect(throws: FontError.self) { try Font(path: #filePath, size: 16) }
        #expect(error?.path == #filePath)
        #expect(error?.reason == "it is not a font that FreeType can read")
    }

    @Test func `a directory is rejected as a font`() {
        #expect(throws: FontError.self) { try Font(path: "/", size: 16) }
    }

    @Test func `an empty file is rejected as a font`() {
        #expect(throws: FontError.self) { try Font(path: "/dev/null", size: 16) }
    }

    @Test func `a pipe without a writer is rejected as a font without waiting`() {
        let path = "/tmp/glassfader-font-\(getpid()).fifo"
        defer { unlink(path) }
        #expect(mkfifo(path, 0o600) == 0)
        let error = #expect(throws: FontError.self) { try Font(path: path, size: 16) }
        #expect(error?.reason == "it is a FIFO, not a regular file")
    }
}
