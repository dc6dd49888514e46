import Drawing
import EventLoop
import Foundation
import Glibc
import PanelProtocol
import Testing

@testable import GlassfaderDaemon
@testable import Panel
@testable import StateStore

/// What is on the disk after a save that has failed.
final class StateKeeperTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "state-\(UUID().uuidString)").path
    private let loop: EventLoop
    private let panel: Panel
    /// What was logged.
    private var lines: [String] = []

    init() throws {
        loop = try EventLoop()
        let file = PanelFile(
            text: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [{ id = "f", type = "slider", max = 100 }] }]
                [state]
                save_delay_ms = 0
                """, name: "t.toml")
        panel = try Panel(
            try #require(file.panel), width: 200, height: 300, fonts: FontCollection())
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func set(_ value: Double) throws {
        let request = SetRequest(control: "s.f", change: .value(.number(value)))
        _ = try panel.apply(request, from: .client("c1", name: nil), at: loop.now)
    }

    private func start() throws -> (StateKeeper, LateDisk) {
        var saver: LateDisk?
        let keeper = try StateKeeper(
            folder: folder, panel: panel, loop: loop,
            saver: { loop, folder in
                let disk = LateDisk(folder)
                saver = disk
                return disk
            }, log: Log { [unowned self] in lines.append($0.text) })
        return (keeper, try #require(saver))
    }

    /// Sets a value, and lets it be saved, or not.
    private func save(_ value: Double, _ keeper: StateKeeper, _ disk: LateDisk) throws {
        let count = disk.count
        try set(value)
        try keeper.noteChanges()
        let limit = ContinuousClock.now + patience
        while disk.count == count {
            try #require(ContinuousClock.now < limit, "nothing was saved for a minute")
            _ = try loop.runOnce(waitingAtMost: .milliseconds(100))
        }
        _ = try loop.runOnce(waitingAtMost: .milliseconds(100))
    }

    private var saved: [UInt8]? {
        get throws { try StateFolder.contents(of: folder).states.first }
    }

    private func start(failing code: Int32) throws -> StateKeeper {
        try StateKeeper(
            folder: folder, panel: panel, loop: loop,
            saver: { _, _ throws(StateError) in throw StateError("start a thread", errno: code) },
            log: Log { [unowned self] in lines.append($0.text) })
    }

    @Test func `a panel starts without a disk, but not without descriptors or memory for one`()
        throws
    {
        let keeper = try start(failing: EIO)
        #expect(keeper.problem == "the state is not saved: Input/output error")
        for code in [EMFILE, ENFILE, ENOMEM] {
            let error = #expect(throws: StateError.self) { try start(failing: code) }
            #expect(error?.errno == code)
            #expect(error.map(ExitStatus.of) == ExitStatus.failed)
        }
        // Who ends says why, and nothing about running without a disk.
        #expect(lines.count == 1)
    }

    @Test func `a value that returns after a failed save is saved again`() throws {
        let (keeper, disk) = try start()
        try save(10, keeper, disk)
        disk.isBroken = true
        try save(20, keeper, disk)
        #expect(keeper.problem != nil)
        disk.isBroken = false
        try set(10)
        keeper.end()
        #expect(keeper.problem == nil)
        #expect(try saved == panel.state.json)
    }

    @Test func `what cannot be saved at the end is lost, and the log promises nothing`() throws {
        let (keeper, disk) = try start()
        disk.isBroken = true
        try set(10)
        keeper.end()
        #expect(lines == ["cannot sync state.a: Input/output error; the last changes are lost"])
    }

    @Test func `a save at the end that fails once is tried again, and nothing is lost`() throws {
        let keeper = try StateKeeper(
            folder: folder, panel: panel, loop: loop,
            saver: { _, folder throws(StateError) in try StateWriter(folder) },
            log: Log { [unowned self] in lines.append($0.text) })
        // Something in the place of the file that cannot be written like one.
        #expect(mkfifo(folder + "/state.a", 0o600) == 0)
        try set(10)
        keeper.end()
        #expect(lines == [])
        #expect(try saved == panel.state.json)
    }

    @Test func `an import under a finger is saved whole before it is removed`() throws {
        let (keeper, _) = try start()
        try set(70)
        let export = panel.state.json
        try set(30)
        let touch = TouchRequest(.began, [TouchRequest.Item("s.f", nil, part: nil)])
        _ = panel.perform(touch, from: .client("c2", name: nil), at: loop.now)
        try StateImport.put(export, in: folder)
        try run { !lines.isEmpty }
        keeper.end()
        #expect(!StateImport.isWaiting(in: folder))
        #expect(panel.controls.first?.value == .number(30))
        #expect(try saved == export)
    }

    @Test func `an import that no descriptor is left for ends the start, or is tried again`() async
    {
        await #expect(processExitsWith: .success) {
            let test = try StateKeeperTests()
            let (keeper, _) = try test.start()
            try test.set(70)
            let export = test.panel.state.json
            try test.set(30)
            try StateImport.put(export, in: test.folder)
            let taken = TakenDescriptors()
            do {
                try keeper.restore()
                preconditionFailure("the start went on without the import")
            } catch {
                precondition(ExitStatus.of(error) == ExitStatus.failed)
            }
            // The daemon that runs has noticed the file, too.
            try test.run { !test.lines.isEmpty }
            let path = test.folder + "/state.import"
            precondition(
                test.lines == ["warning: cannot read \(path): Too many open files; trying again"])
            taken.giveBack()
            try test.run { test.panel.controls.first?.value == .number(70) }
            keeper.end()
            precondition(!StateImport.isWaiting(in: test.folder))
        }
    }

    /// Runs the loop until something is so.
    private func run(until isSo: () -> Bool) throws {
        let limit = ContinuousClock.now + patience
        while !isSo() {
            try #require(ContinuousClock.now < limit, "nothing came of it in a minute")
            _ = try loop.runOnce(waitingAtMost: .milliseconds(100))
        }
    }

    @Test func `after an import that could not be removed, newer values stay, and it is removed`()
        throws
    {
        let (keeper, disk) = try start()
        try set(70)
        let export = panel.state.json
        try set(30)
        disk.isBroken = true
        try StateImport.put(export, in: folder)
        try run { lines.contains { $0.hasPrefix("imported the state") } }
        try save(80, keeper, disk)
        #expect(StateImport.isWaiting(in: folder))
        // Whatever else is moved into the folder is no reason to import it again.
        rename(folder + "/state.a", folder + "/moved")
        _ = try loop.runOnce(waitingAtMost: .milliseconds(100))
        #expect(lines.filter { $0.hasPrefix("imported the state") }.count == 1)
        disk.isBroken = false
        keeper.end()
        #expect(!StateImport.isWaiting(in: folder))
        #expect(try saved == panel.state.json)
        #expect(panel.controls.first?.value == .number(80))
    }
}

/// Saves at once. A broken disk writes, but removes nothing, and reports that it could not.
private final class LateDisk: StateSaving {
    let descriptor: Int32
    var isBroken = false
    private(set) var count = 0
    private let writer: Int32
    private let folder: StateFolder
    private var report: Result<[UInt8], StateError>?

    init(_ folder: StateFolder) {
        self.folder = folder
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (descriptor, writer) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writer)
    }

    func save(_ contents: [UInt8], taking imported: StateImport?) {
        count += 1
        do throws(StateError) {
            try folder.save(contents, taking: isBroken ? nil : imported)
            report =
                isBroken
                ? .failure(StateError("sync state.a", errno: EIO)) : .success(contents)
        } catch {
            report = .failure(error)
        }
        var byte: UInt8 = 0
        write(writer, &byte, 1)
    }

    func takeReport() -> Result<[UInt8], StateError>? {
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) > 0 {}
        defer { report = nil }
        return report
    }

    func finish(within timeout: Duration) -> Bool { true }
}
