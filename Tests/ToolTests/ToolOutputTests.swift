import ArgumentParser
import Glibc
import Testing

@testable import glassfader

struct ToolOutputTests {
    @Test func `a full disk is reported and sets the exit status`() async {
        let result = await #expect(
            processExitsWith: .exitCode(2), observing: [\.standardErrorContent]
        ) {
            dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO)
            do throws(ExitCode) { try ToolOutput.table([["ch1.level", "0.0"]]) } catch {
                exit(error.rawValue)
            }
        }
        let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            printed.contains(
                "glassfader: cannot write to standard output: No space left on device"))
    }

    @Test func `a closed output pipe prints no error`() async {
        let result = await #expect(
            processExitsWith: .exitCode(2), observing: [\.standardErrorContent]
        ) {
            signal(SIGPIPE, SIG_IGN)
            var ends: [Int32] = [-1, -1]
            pipe(&ends)
            dup2(ends[1], STDOUT_FILENO)
            close(ends[0])
            do throws(ExitCode) { try ToolOutput.line("ch1.level 0.0") } catch {
                exit(error.rawValue)
            }
        }
        let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!printed.contains("glassfader:"))
    }
}
