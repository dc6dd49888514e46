import Controls
import EventLoop
import Glibc
import Panel
import StateStore
import _StringProcessing

@testable import GlassfaderDaemon

/// The whole daemon under a virtual clock, and everybody who does something to it, in one thread.
final class Simulation {
    let plan: Plan
    let clock: VirtualClock
    let monitor: SimulatedMonitor
    let disk = Disk()
    private(set) var trace = Trace()
    /// What rules remember from one step to the next.
    var memory = RuleMemory()

    /// The daemon, which is another after a power cut.
    var daemon: Daemon { reference.present }

    private let reference = Reference()
    private let machine: Machine
    private let editor: PanelEditor
    /// Whether the work of each turn is counted.
    let countsWork: Bool
    private let script: Script
    private let folder: Folder
    private let start: Duration
    private var players: [String: any Player] = [:]
    /// The players in the order of their coming.
    private var order: [any Player] = []
    /// A client that hears everything at once.
    private(set) var witness: Client?
    /// How many descriptors were open before anybody had connected.
    private var openAtStart = 0
    private let notes = Notes()

    /// What the daemon and the players say, until it is in the trace.
    final class Notes {
        var lines: [String] = []
        /// What was logged.
        var entries: [LogEntry] = []
    }

    /// The daemon that there is now.
    private final class Reference {
        var daemon: Daemon?

        var present: Daemon {
            guard let daemon else { preconditionFailure("there is no daemon") }
            return daemon
        }
    }

    /// How long everything may take to be well again once the faults have stopped.
    static let recoveryTime = Duration.seconds(3)
    /// How long a picture moves at most that nobody touches.
    private static let longestMotion = Duration.seconds(12)
    /// More handlers at one time than any work needs: something goes round in a circle.
    private static let mostHandlersAtOnce = 200_000

    init(_ script: Script, printsTrace: Bool = false, countsWork: Bool = true) throws {
        self.script = script
        self.countsWork = countsWork
        trace.isPrinted = printsTrace
        plan = script.plan
        folder = try Folder()
        clock = VirtualClock(handlerCost: plan.handlerCost, readingCost: plan.readingCost)
        start = clock.now
        try folder.write(plan.panel.text, to: "panel.toml")
        monitor = SimulatedMonitor(plan) { [reference] in reference.present }
        var machine = Machine()
        machine.clock = clock
        machine.readClock = { loop in
            let day = Duration.seconds(86_400)
            let days = Int(loop.now / day)
            return ClockReading(time: loop.now, timeOfDay: loop.now - day * days)
        }
        machine.memoryDisplay = { [monitor] in try monitor.open($0, width: $1, height: $2) }
        machine.stateSaver = { [disk] loop, folder throws(StateError) in
            try disk.saver(loop, folder)
        }
        self.machine = machine
        editor = PanelEditor(folder, size: plan.panel.size)
        signal(SIGPIPE, SIG_IGN)
        // The first one opens what stays open, such as fonts.
        try boot()
        openAtStart = Folder.openDescriptors
        memory.heap = Self.heap
        monitor.examine = { [unowned self] in fault(of: $0) }
        for name in ["glass1", "glass2"] {
            add(SimulatedTouchscreen(name) { [reference] in reference.present }, as: name)
        }
        add(monitor, as: "monitor")
        add(disk, as: "disk")
        add(editor, as: "editor")
        add(Power(clock) { [unowned self] in try cutPower(tearingAt: $0) }, as: "power")
    }

    /// Starts a daemon on what is on the disk.
    private func boot() throws {
        let file = PanelFile(text: plan.panel.text, name: "panel.toml")
        guard let panel = file.panel, file.warnings.isEmpty else {
            throw Failure("a script is understood", "\(file.errors + file.warnings)")
        }
        let log = Log { [notes] in
            notes.lines.append("log: \(Self.withoutProcess($0.text))")
            notes.entries.append($0)
        }
        let daemon = try Daemon(panel, options: Self.options(plan), machine: machine, log: log)
        reference.daemon = daemon
        try daemon.start()
        memory.generation = 0
        memory.revision = -1
        memory.revisionAtStart = daemon.panel.revision
        memory.change = (daemon.panel.revision, clock.now, isUnderFinger: false)
        memory.savedRevision = -1
        memory.valuesBefore = [:]
    }

    /// Ends the daemon when so many bytes of a file have been written, and starts another.
    private func cutPower(tearingAt bytes: Int) throws {
        disk.tear(at: bytes)
        for client in clients { client.loseNames() }
        for glass in glasses { glass.unplug() }
        reference.daemon = nil
        // Each daemon has limits of its own for what it says.
        memory.logTimes = []
        try boot()
        if !editor.hasWritten { try checkRestored() }
        try checkTalkback()
        try witness?.perform("connect", "")
    }

    private static func options(_ plan: Plan) -> Options {
        var options = Options()
        options.panelPath = "panel.toml"
        options.display = .memory(width: plan.width, height: plan.height)
        options.touch = .none
        options.socketPath = "panel.sock"
        options.stateFolder = "state"
        return options
    }

    // MARK: Running

    /// Runs the script, lets the faults stop, and checks everything on the way. Returns the trace's
    /// hash.
    func run() throws -> UInt64 {
        let witness = try client("witness")
        self.witness = witness
        witness.subscribesAgain = true
        try witness.perform("connect", "")
        for step in script.steps {
            try run(until: start + step.time)
            note("> \(step)")
            try player(step.player).perform(step.action, step.argument)
            try settle()
            try checkAfterStep()
        }
        note("> the faults stop")
        for player in order { try player.recover() }
        try run(until: clock.now + Self.recoveryTime)
        try checkRecovered()
        try rest()
        try run(until: saveDeadline)
        if disk.hasFailed { try run(until: clock.now + SaveSchedule.retryInterval) }
        try checkSaved()
        if !plan.endsWithClients {
            try checkLeavingHolders()
            for player in order { try player.perform("vanish", "") }
            try run(until: clock.now + .seconds(1))
            try checkEmpty()
        }
        let present = clients.filter { $0.isConnected }
        try daemon.end()
        _ = try letPlayersTake()
        try takeNotes()
        try checkFarewells(of: present)
        return trace.hash
    }

    private func client(_ name: String) throws -> Client {
        if let client = players[name] as? Client { return client }
        let client = Client(
            name,
            connect: { [reference] in
                let daemon = reference.present
                try daemon.server.accept($0, isMonitor: $1)
                return daemon.server.connections.last?.client
            },
            heard: { [notes] in notes.lines.append("\(name) < \(Self.withoutProcess($0))") })
        add(client, as: name)
        return client
    }

    private func add(_ player: any Player, as name: String) {
        players[name] = player
        order.append(player)
    }

    private func player(_ name: String) throws -> any Player {
        if let player = players[name] { return player }
        return try client(name)
    }

    /// A line without the number of this process, which is another in every run.
    private static func withoutProcess(_ line: String) -> String {
        line.replacing("\"process\":\(getpid()),", with: "\"process\":0,")
            .replacing("(process \(getpid()),", with: "(process 0,")
    }

    // MARK: Time

    /// Lets things happen until a time.
    func run(until time: Duration) throws {
        try settle()
        while clock.now < time {
            try daemon.loop.runOnce(waitingAtMost: time - clock.now)
            try settle()
        }
    }

    /// Lets everything happen that needs no time.
    private func settle() throws {
        repeat {
            var handlers = 0
            while try takeTurn() {
                handlers += 1
                guard handlers < Self.mostHandlersAtOnce else {
                    throw Failure("work comes to an end", "\(handlers) handlers in a row")
                }
            }
            try takeNotes()
        } while try letPlayersTake()
        try takeNotes()
        noteChange()
        try checkCauses()
    }

    /// Calls one handler, and counts its work. Returns whether there was one.
    private func takeTurn() throws -> Bool {
        let before = Turn(daemon)
        guard try daemon.loop.runOnce(waitingAtMost: .zero) else { return false }
        try checkTurn(Turn(daemon), after: before)
        return true
    }

    private func letPlayersTake() throws -> Bool {
        var isNews = false
        for player in order where try player.take() { isNews = true }
        return isNews
    }

    /// Waits for what moves by itself: meters fall slowly.
    private func rest() throws {
        let end = clock.now + Self.longestMotion
        while daemon.panel.window.needsFrame, clock.now < end {
            try run(until: clock.now + .milliseconds(500))
        }
        // A key that blinks may have a frame on its way.
        if let time = monitor.display?.timeOfFrame { try run(until: time) }
        try checkAtRest()
    }

    private func note(_ text: String) {
        trace.add(text, at: clock.now - start)
    }

    private func takeNotes() throws {
        for line in notes.lines {
            note(line)
            if line.hasPrefix("log: ") { try noteLog(at: clock.now) }
        }
        notes.lines.removeAll(keepingCapacity: true)
        for entry in notes.entries { try checkEvent(of: entry) }
        notes.entries.removeAll(keepingCapacity: true)
    }

    // MARK: What is so

    var clients: [Client] { order.compactMap { $0 as? Client } }

    var glasses: [SimulatedTouchscreen] { order.compactMap { $0 as? SimulatedTouchscreen } }

    /// How many descriptors are open beyond those of the daemon alone.
    var extraDescriptors: Int { Folder.openDescriptors - openAtStart }
}
