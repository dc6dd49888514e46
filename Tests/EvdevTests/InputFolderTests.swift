import Foundation
import Testing

@testable import Evdev

/// The nodes are ordinary files: what they are is not this type's business.
struct InputFolderTests {
    @Test func `devices that exist at the start are listed once`() throws {
        let place = try Place()
        try place.make(["input/event1", "input/event0", "input/mice", "input/by-path"])
        var folder = try place.watch()
        #expect(try folder.readChanges() == [.present("event0"), .present("event1")])
        #expect(try folder.readChanges() == [])
    }

    @Test func `added and removed devices are reported in the order of the changes`() throws {
        let place = try Place()
        try place.make(["input/event0"])
        var folder = try place.watch()
        _ = try folder.readChanges()
        try place.remove("input/event0")
        try place.make(["input/event0"])
        let changes = try folder.readChanges()
        #expect(changes.first == .vanished("event0"))
        #expect(changes.dropFirst().contains(.present("event0")))
    }

    @Test func `a change of permissions is reported`() throws {
        let place = try Place()
        try place.make(["input/event0"])
        var folder = try place.watch()
        _ = try folder.readChanges()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: place.path("input/event0"))
        #expect(try folder.readChanges() == [.present("event0")])
    }

    @Test func `the folder and its parents may be created later`() throws {
        let place = try Place()
        var folder = try InputFolder(place.path("a/b/input"), udevFolder: place.path("udev"))
        #expect(try folder.readChanges() == [])
        try place.make(["a/b/input/event4"])
        #expect(try folder.readChanges().contains(.present("event4")))
        try place.make(["a/b/input/event5"])
        #expect(try folder.readChanges().contains(.present("event5")))
    }

    @Test func `the folder may be removed and created again`() throws {
        let place = try Place()
        try place.make(["input/event0"])
        var folder = try place.watch()
        _ = try folder.readChanges()
        try place.remove("input")
        #expect(try folder.readChanges() == [.vanished("event0")])
        try place.make(["input/event1"])
        #expect(try folder.readChanges().contains(.present("event1")))
    }

    @Test func `changes of udev's database are noticed, even if its folder is created later`()
        throws
    {
        let place = try Place()
        try place.make(["input/event0"])
        var folder = try place.watch()
        _ = try folder.readChanges()
        try place.make(["udev/data/new"])
        #expect(try folder.readChanges() == [.databaseChanged])
        try place.rename("udev/data/new", "udev/data/c13:64")
        #expect(try folder.readChanges() == [.databaseChanged])
        try place.rename("udev/data/c13:64", "udev/data/n1")
        #expect(try folder.readChanges() == [])
    }

    @Test func `a file that is not a device is not a touchscreen`() throws {
        let place = try Place()
        try place.make(["input/event0"])
        let finder = try TouchscreenFinder(
            folder: place.path("input"), udevFolder: place.path("udev"))
        #expect(try finder.readChanges() == [])
    }

    @Test func `an error names a device that cannot be opened, and the reason`() throws {
        let place = try Place()
        #expect(throws: EvdevError.failed("open", path: place.path("event9"), errno: ENOENT)) {
            try Touchscreen(path: place.path("event9"))
        }
        let error = #expect(throws: EvdevError.self) { try Touchscreen(path: "/dev/null") }
        #expect(
            error?.description
                == "cannot identify (libevdev_new_from_fd) /dev/null: "
                + "Inappropriate ioctl for device")
    }
}

/// A folder for one test.
private final class Place {
    private let root: URL

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(
            path: "glassfader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func path(_ name: String) -> String { root.appending(path: name).path }

    func watch() throws -> InputFolder {
        try InputFolder(path("input"), udevFolder: path("udev"))
    }

    func make(_ names: [String]) throws {
        for name in names {
            let file = root.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: file)
        }
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(at: root.appending(path: name))
    }

    func rename(_ old: String, _ new: String) throws {
        try FileManager.default.moveItem(
            at: root.appending(path: old), to: root.appending(path: new))
    }
}
