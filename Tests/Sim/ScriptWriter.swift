import TestVectors

/// Writes the script of a seed: for each player by itself, what it does when.
struct ScriptWriter {
    private var random: SeededGenerator
    private var written: [Step] = []

    init(_ random: SeededGenerator) {
        self.random = random
    }

    /// All steps, in the order of their times.
    var steps: [Step] {
        written.enumerated()
            .sorted { ($0.element.milliseconds, $0.offset) < ($1.element.milliseconds, $1.offset) }
            .map(\.element)
    }

    // MARK: Clients

    /// Clients of all kinds, which say everything in random order.
    mutating func write(clients count: Int) {
        for index in 1...count {
            var own = random.split()
            write(client: "client\(index)", &own)
        }
    }

    private mutating func write(client name: String, _ random: inout SeededGenerator) {
        var requests = Requests(random.split())
        var time = random.int(0...2000)
        func add(_ action: String, _ argument: String = "") {
            written.append(Step(time, name, action, argument))
        }
        // A socket with little room, or as much as the kernel gives.
        add("connect", random.pick(["", "", "2304", "16384"]))
        // A picture is the work of a hundred other answers: many of them take more than a recovery.
        func flood(_ count: Int, _ request: String) {
            let most = request.contains("screenshot") ? 40 : count
            add("flood", "\(min(count, most)) \(request)")
        }
        for _ in 0..<random.int(3...25) {
            time += random.pick([0, 1, 5, 20, 100, 300])
            switch random.int(1...40) {
            case 1: flood(random.int(50...700), requests.next())
            case 2: flood(random.int(2...40), requests.next())
            case 3, 4: add("wait")
            case 5, 6: add("sip", String(random.int(1...3000)))
            case 7, 8: add("listen")
            case 9: add("hangup")
            case 10: add("vanish")
            case 11, 12: add("connect")
            case 13: add("huge", String(random.pick([100, 65_536, 70_000, 200_000])))
            case 14: add("look")
            default: add("send", requests.next())
            }
            if time > Script.length { return }
        }
    }

    // MARK: Clients that hold controls

    /// Clients with motor faders, second panels and browsers, and what happens to the panel
    /// meanwhile.
    mutating func writeHolders() {
        for index in 0..<random.int(0...3) {
            var own = random.split()
            write(holder: "holder\(index + 1)", &own)
        }
        var own = random.split()
        guard own.oneIn(2) else { return }
        written.append(Step(0, "meddler", "connect"))
        var requests = Requests(own.split())
        write("meddler", own.int(1...10), &own) { random in
            ("send", requests.next(ofTouchEnd: random.int(0...9)))
        }
        guard own.oneIn(4) else { return }
        write("editor", 1, &own) { ("replace", String($0.int(PanelText.variants))) }
    }

    private mutating func write(holder name: String, _ random: inout SeededGenerator) {
        var requests = Requests(random.split())
        var time = random.int(0...1500)
        func add(_ action: String, _ argument: String = "") {
            written.append(Step(time, name, action, argument))
        }
        func connect() {
            add("connect", random.pick(["", "", "2304"]))
            if !random.oneIn(4) { add("send", requests.subscribe()) }
        }
        connect()
        for _ in 0..<random.int(1...8) {
            time += random.pick([0, 8, 100, 400])
            guard time < Script.length else { return }
            add("send", requests.touch(.began))
            for _ in 0..<random.int(0...15) {
                time += random.pick([4, 8, 16, 16, 50, 200])
                add("send", requests.touch(.changed))
                if random.oneIn(20) { addFinger(on: random.pick(requests.held), at: time, &random) }
            }
            time += random.pick([0, 8, 300])
            let pause = random.pick([0, 20, 500])
            switch random.int(1...16) {
            case 1, 2:
                add("vanish")
                time += pause
                connect()
            case 3:
                add("wait")
                time += pause
                add("listen")
            case 4:
                add("hangup")
                time += pause
                connect()
            case 5:
                add("send", #"{"id":$,"cmd":"bye"}"#)
                time += pause
                connect()
            case 6, 7: break
            case 8, 9: add("send", requests.touch(.cancelled))
            default: add("send", requests.touch(.ended))
            }
        }
    }

    /// A finger that lands on a control, and lifts.
    private mutating func addFinger(
        on control: String, at time: Int, _ random: inout SeededGenerator
    ) {
        let slot = random.int(6...9)
        let end = time + random.pick([0, 20, 100, 600])
        written.append(Step(time, "glass1", "plug", "slots"))
        written.append(Step(time + random.int(0...20), "glass1", "reach", "\(slot) \(control)"))
        written.append(Step(end + 20, "glass1", "up", String(slot)))
    }

    // MARK: Fingers

    /// Fingers on one touchscreen or two, of which some are unplugged, or lose what they had to
    /// tell.
    mutating func writeFingers() {
        for name in ["glass1", "glass2"] {
            var own = random.split()
            guard !own.oneIn(name == "glass1" ? 5 : 2) else { continue }
            write(glass: name, &own)
        }
    }

    private mutating func write(glass name: String, _ random: inout SeededGenerator) {
        var time = random.int(0...300)
        func add(_ action: String, _ argument: String = "") {
            written.append(Step(time, name, action, argument))
        }
        add("plug", random.oneIn(4) ? "single" : "slots")
        for _ in 0..<random.int(1...8) {
            time += random.int(0...400)
            guard time < Script.length else { return }
            let fingers = random.pick([1, 1, 1, 2, 3, 5])
            var places = (0..<fingers).map { _ in (random.int(0...999), random.int(0...999)) }
            for slot in 0..<fingers { add("down", "\(slot) \(places[slot].0) \(places[slot].1)") }
            for _ in 0..<random.int(0...12) {
                time += random.pick([4, 8, 8, 16, 50, 200])
                let slot = random.int(0...fingers - 1)
                let reach = random.pick([5, 40, 40, 150, 700])
                places[slot].0 += random.int(-reach...reach)
                places[slot].1 += random.int(-reach...reach)
                add("move", "\(slot) \(places[slot].0) \(places[slot].1)")
            }
            switch random.int(1...20) {
            case 1:
                add("unplug")
                time += random.int(0...300)
                add("plug", random.oneIn(4) ? "single" : "slots")
            case 2: add("lose")
            case 3: add("palm", "0")
            default: break
            }
            time += random.pick([0, 8, 50])
            for slot in 0..<fingers where !random.oneIn(25) { add("up", String(slot)) }
        }
    }

    // MARK: Faults

    /// What goes wrong with the screen, the disk, the panel file and the machine.
    mutating func writeFaults() {
        var own = random.split()
        if own.oneIn(2) {
            write("monitor", own.int(1...6), &own) { random in
                random.pick(weighted: [
                    (4, ("work", "")), (2, ("refuse", "")), (1, ("master", "")),
                    (2, ("busy", String(random.int(1...40)))),
                    (2, ("late", String(random.pick([1, 20, 100, 400])))), (2, ("never", "")),
                    (2, ("unplug", "")), (2, ("plug", "")),
                ])
            }
        }
        if own.oneIn(3) {
            write("disk", own.int(1...4), &own) { random in
                random.pick([
                    ("slow", String(random.pick([50, 700, 2500]))), ("work", ""),
                    ("full", String(random.pick([0, 20, 200, 4096, 16_384]))),
                ])
            }
        }
        if own.oneIn(3) {
            write("editor", own.int(1...4), &own) { random in
                (
                    random.pick(["write", "replace", "half"]),
                    String(random.int(PanelText.variants))
                )
            }
        }
        if own.oneIn(3) {
            write("power", own.int(1...2), &own) { random in
                random.oneIn(3)
                    ? ("cut", String(random.pick([0, 10, 28, 200, 5000])))
                    : ("suspend", String(random.pick([10, 1000, 60_000])))
            }
            for cut in written where cut.action == "cut" && own.oneIn(2) {
                writeSaves(before: cut.milliseconds)
            }
        }
    }

    /// Values that are saved one after the other, the last on a disk so slow that it is at work at
    /// a time.
    private mutating func writeSaves(before time: Int) {
        written.append(Step(max(time - 1300, 0), "disk", "slow", "2500"))
        for distance in [3300, 2500, 1700, 900] where distance < time {
            written.append(Step(time - distance, "saver", "connect"))
            written.append(
                Step(
                    time - distance, "saver", "send",
                    #"{"id":$,"cmd":"set","control":"ch1.pan","value":\#(distance / 100)}"#))
        }
    }

    private mutating func write(
        _ player: String, _ count: Int, _ random: inout SeededGenerator,
        _ fault: (inout SeededGenerator) -> (String, String)
    ) {
        for _ in 0..<count {
            let time = random.int(0...Script.length)
            let (action, argument) = fault(&random)
            written.append(Step(time, player, action, argument))
        }
    }
}
