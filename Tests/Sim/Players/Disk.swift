import EventLoop
import Glibc
import StateStore

/// What the state is saved on: real files, on a disk that may be slow, full, or torn from the
/// machine in the middle of a write.
final class Disk: Player {
    /// How long a save takes.
    fileprivate(set) var delay = Duration.milliseconds(5)
    /// Where a file is full, in bytes; nil for nowhere.
    fileprivate var limit: UInt?
    /// Whether a save has failed in this run.
    fileprivate(set) var hasFailed = false
    /// What was saved last, and what was being saved or could not be.
    fileprivate(set) var saved: [UInt8]?
    fileprivate(set) var attempted: [UInt8]?
    fileprivate weak var saver: SimulatedSaver?
    /// Whether something is being saved.
    var isSaving: Bool { saver?.isSaving ?? false }

    func perform(_ action: String, _ argument: String) throws {
        switch action {
        case "work": try recover()
        case "slow": delay = .milliseconds(Int(argument) ?? 0)
        case "full": limit = UInt(argument)
        case "vanish": break
        default: throw Failure("a script is understood", "disk \(action)")
        }
    }

    func recover() throws {
        delay = .milliseconds(5)
        limit = nil
    }

    /// What saves a daemon's state on this disk.
    func saver(
        _ loop: EventLoop, _ folder: StateFolder
    ) throws(StateError) -> any StateSaving {
        let saver = SimulatedSaver(self, loop, folder)
        self.saver = saver
        return saver
    }

    /// The power is cut when so many bytes of a file have been written.
    func tear(at bytes: Int) {
        limit = UInt(bytes)
        saver?.tear()
        limit = nil
    }
}

/// Saves on the loop's own thread, after as much time as the disk takes.
private final class SimulatedSaver: StateSaving {
    let descriptor: Int32
    private let writer: Int32
    private let disk: Disk
    private let loop: EventLoop
    private let folder: StateFolder
    private var waiting: (contents: [UInt8], imported: StateImport?)?
    private var report: Result<[UInt8], StateError>?
    private var timer: EventSource?

    init(_ disk: Disk, _ loop: EventLoop, _ folder: StateFolder) {
        self.disk = disk
        self.loop = loop
        self.folder = folder
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        (descriptor, writer) = (ends[0], ends[1])
        timer = try? loop.timer(at: nil) { [unowned self] _ in save() }
    }

    deinit {
        close(descriptor)
        close(writer)
    }

    var isSaving: Bool { waiting != nil }

    func save(_ contents: [UInt8], taking imported: StateImport?) {
        waiting = (contents, imported ?? waiting?.imported)
        guard timer?.isArmed == false else { return }
        try? timer?.fire(at: loop.now + disk.delay)
    }

    func takeReport() -> Result<[UInt8], StateError>? {
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) > 0 {}
        defer { report = nil }
        return report
    }

    func finish(within timeout: Duration) -> Bool {
        guard disk.delay <= timeout else { return false }
        save()
        return true
    }

    /// Writes what was about to be, and reports to nobody.
    func tear() {
        guard timer?.isArmed ?? false else { return }
        save()
    }

    private func save() {
        guard let (contents, imported) = waiting else { return }
        waiting = nil
        disk.attempted = contents
        do throws(StateError) {
            try whileFull { () throws(StateError) in
                try folder.save(contents, taking: imported)
            }
            disk.saved = contents
            report = .success(contents)
        } catch {
            disk.hasFailed = true
            report = .failure(error)
        }
        var byte: UInt8 = 0
        write(writer, &byte, 1)
    }

    /// Lets no file become longer than the disk has room for: the kernel refuses what is beyond.
    private func whileFull(_ work: () throws(StateError) -> Void) throws(StateError) {
        guard let limit = disk.limit else { return try work() }
        signal(SIGXFSZ, SIG_IGN)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        var before = rlimit()
        getrlimit(resource, &before)
        var full = before
        full.rlim_cur = rlim_t(limit)
        setrlimit(resource, &full)
        defer { setrlimit(resource, &before) }
        try work()
    }
}
