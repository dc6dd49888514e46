import ArgumentParser
import Evdev
import Foundation
import Testing

@testable import glassfader

struct TouchscreenCommandTests {
    // MARK: - Arguments

    @Test func `a touchscreen and a time can be given`() throws {
        let command = try #require(
            try Glassfader.parseAsRoot(["record", "/dev/input/event3", "--seconds", "2.5"])
                as? RecordCommand)
        #expect(command.touchscreen.device == "/dev/input/event3")
        #expect(command.touchscreen.seconds == 2.5)
        let other = try #require(
            try Glassfader.parseAsRoot(["touches", "--json"]) as? TouchesCommand)
        #expect(other.json)
        #expect(other.touchscreen.device == nil && other.touchscreen.seconds == nil)
    }

    @Test(arguments: [
        ["record", "--seconds", "0"], ["record", "--seconds", "-1"],
        ["touches", "--seconds", "nan"], ["touches", "--seconds", "inf"],
        ["touches", "/dev/input/event3", "/dev/input/event4"],
    ])
    func `invalid arguments are a usage error`(arguments: [String]) {
        let error = #expect(throws: (any Error).self) { try Glassfader.parseAsRoot(arguments) }
        #expect(error.map { Glassfader.exitCode(for: $0) } == .validationFailure)
    }

    // MARK: - Which touchscreen

    @Test func `the command reports that there is no touchscreen`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Neither a file nor what has another name is an input device.
        try Data().write(to: folder.appending(path: "event0"))
        let search = try TouchscreenSearch(in: folder.path)
        #expect(
            throws: TouchscreenFailure("there is no touchscreen", status: 2)
        ) { try search.onlyPath() }
    }

    @Test func `the only touchscreen is found without a name`() throws {
        let search = TouchscreenSearch(
            found: [TouchscreenNode(path: "/dev/input/event7")], closed: ["/dev/input/event0"])
        #expect(try search.onlyPath() == "/dev/input/event7")
    }

    @Test func `with several touchscreens, one must be named`() {
        var left = TouchscreenNode(path: "/dev/input/event7")
        left.name = "Goodix\n"
        left.pluggedInto = "platform-fe205000.i2c"
        var right = TouchscreenNode(path: "/dev/input/event3")
        right.name = "EP0430M09"
        let search = TouchscreenSearch(found: [left, right], closed: [])
        #expect(
            throws: TouchscreenFailure(
                """
                there are several touchscreens; name one:
                  /dev/input/event3  "EP0430M09"
                  /dev/input/event7  "Goodix\\n"  at platform-fe205000.i2c
                """, status: 2)
        ) { try search.onlyPath() }
    }

    @Test func `the error mentions devices that could not be opened`() {
        let closed = ["/dev/input/event1", "/dev/input/event0"]
        #expect(
            throws: TouchscreenFailure(
                "no touchscreen found, but not permitted to open /dev/input/event0 and 1 more: "
                    + "use sudo, or join the group input", status: 2)
        ) { try TouchscreenSearch(found: [], closed: closed).onlyPath() }
    }

    // MARK: - What goes wrong

    @Test(arguments: [
        ("/nonexistent", "cannot open /nonexistent: No such file or directory", Int32(2)),
        ("/dev/null", "/dev/null is not an input device", 2),
        ("/", "/ is not an input device", 2),
    ])
    func `the error for a device that is not a touchscreen names it`(
        path: String, message: String, status: Int32
    ) {
        let error = #expect(throws: EvdevError.self) { try Touchscreen(path: path, grabs: true) }
        #expect(
            error.map(TouchscreenFailure.init) == TouchscreenFailure(message, status: status))
    }

    @Test(arguments: [
        (EvdevError.failed("open", path: "/dev/e", errno: EACCES), "not permitted", Int32(2)),
        (.failed("open", path: "/dev/e", errno: EPERM), "use sudo", 2),
        (.failed("grab", path: "/dev/e", errno: EBUSY), "systemctl stop glassfaderd", 1),
        (.failed("grab", path: "/dev/e", errno: EBUSY), "grab = false", 1),
        (.failed("read", path: "/dev/e", errno: EIO), "cannot read /dev/e: Input/output error", 2),
        (.rejected(path: "/dev/e", .noPosition), "it has no position axes", 1),
    ])
    func `an error explains what to do`(error: EvdevError, part: String, status: Int32) {
        let failure = TouchscreenFailure(error)
        #expect(failure.message.contains(part))
        #expect(failure.message.contains("/dev/e"))
        #expect(failure.status == status)
    }

    @Test(arguments: [["record", "/dev/null"], ["touches", "/dev/null"]])
    func `the tool exits with the status of its error`(arguments: [String]) throws {
        var command = try Glassfader.parseAsRoot(arguments)
        let error = #expect(throws: ExitCode.self) { try command.run() }
        #expect(error == ExitCode(2))
    }
}
