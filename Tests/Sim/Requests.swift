import PanelProtocol
import TestVectors

/// What clients say, in random order.
struct Requests {
    private var random: SeededGenerator
    /// The controls that the client may hold.
    private(set) var held: [String] = []

    private enum Kind {
        case ping, set, fade, batch, list, get, meters, plot, subscribe, unsubscribe, link, unlink
        case touch, page, spill, lock, scene, history, style, accessibility, display, screenshot,
            reload,
            clients, hello,
            bye,
            nonsense
    }

    init(_ random: SeededGenerator) {
        self.random = random
    }

    /// A line, mostly of a request that wants an answer: its number takes the place of `$`.
    mutating func next() -> String {
        let kind: Kind = random.pick(weighted: [
            (8, .ping), (12, .set), (4, .fade), (5, .batch), (4, .list), (3, .get), (4, .meters),
            (2, .plot), (7, .subscribe), (2, .unsubscribe), (3, .link), (2, .unlink), (8, .touch),
            (3, .page), (2, .spill),
            (2, .lock), (4, .scene), (4, .history), (2, .style), (2, .accessibility), (2, .display),
            (5, .screenshot),
            (2, .reload),
            (2, .clients), (2, .hello), (1, .bye), (1, .nonsense),
        ])
        if kind == .nonsense { return nonsense }
        if kind == .touch {
            return touch(
                random.pick(weighted: [(3, .began), (4, .changed), (2, .ended), (1, .cancelled)]))
        }
        // Of what has no answer, nobody knows when it was done.
        let isAnonymous = random.oneIn(12) && ![.bye, .subscribe, .unsubscribe].contains(kind)
        return "{" + (isAnonymous ? "" : #""id":$,"#) + members(kind) + "}"
    }

    private mutating func members(_ kind: Kind) -> String {
        switch kind {
        case .ping: #""cmd":"ping""#
        case .set: #""cmd":"set",\#(change)"#
        case .fade: #""cmd":"set",\#(change),"over_ms":\#(random.int(1...900))"#
        case .batch: #""cmd":"batch","ops":[\#(changes)]"#
        case .list: #""cmd":"list""# + (random.oneIn(3) ? #","match":"\#(pattern)""# : "")
        case .get: #""cmd":"get","control":"\#(control)""#
        case .meters: #""cmd":"meters","v":{"ch1.level":[\#(decibels),-12.5]}"#
        case .plot: #""cmd":"plot","v":{"mod.scope":[\#(decibels),0,\#(decibels)]}"#
        case .subscribe: #""cmd":"subscribe""# + subscription
        case .unsubscribe: #""cmd":"unsubscribe""#
        case .link: #""cmd":"link","name":"\#(word)",\#(link)"#
        case .unlink: #""cmd":"unlink","name":"\#(word)""#
        case .spill:
            random.oneIn(3)
                ? #""cmd":"spill""#
                : #""cmd":"spill","vca":"\#(random.pick(["ch1", "ch2", control]))""#
        case .page: #""cmd":"page","page":"\#(random.pick(["main", "more", "none"]))""#
        case .lock:
            random.oneIn(3)
                ? #""cmd":"lock","except":"\#(pattern)","clients":\#(random.oneIn(2))"#
                : #""cmd":"unlock""#
        case .scene: #""cmd":"scene",\#(scene)"#
        case .history: #""cmd":"\#(random.pick(["undo", "undo", "redo"]))""#
        case .style:
            random.oneIn(3)
                ? #""cmd":"style","strip":"\#(random.pick(["ch1", "ch2", "none"]))","# + style
                : #""cmd":"style","control":"\#(random.pick(PanelText.touched))","# + style
        case .accessibility:
            #""cmd":"accessibility","control":"\#(control)","action":""#
                + random.pick(["increment", "decrement", "activate"]) + #"""#
        case .display:
            #""cmd":"display""# + random.pick(["", #","blank":true"#, #","blank":false"#])
        case .screenshot: #""cmd":"screenshot""# + random.pick(["", "", "", #","offset":1000"#])
        case .reload: #""cmd":"reload""#
        case .clients: #""cmd":"clients""#
        case .hello: #""cmd":"hello","name":"\#(word)""#
        case .bye: #""cmd":"bye""#
        case .touch, .nonsense: ""
        }
    }

    /// A request for events.
    mutating func subscribe() -> String { #"{"id":$,"cmd":"subscribe"\#(subscription)}"# }

    /// What may end touches: a lock, another page, a style, a scene or an undo.
    mutating func next(ofTouchEnd number: Int) -> String {
        let kind: Kind =
            switch number {
            case 0, 1: .lock
            case 2, 3: .page
            case 4, 5: .style
            case 6: .reload
            case 7: .scene
            case 8: .history
            default: .set
            }
        return #"{"id":$,"# + members(kind) + "}"
    }

    // MARK: Touches

    /// A line that touches some controls, mostly those that are held.
    mutating func touch(_ phase: TouchRequest.Phase) -> String {
        if phase == .began || held.isEmpty || random.oneIn(8) {
            held = Set((0..<random.pick([1, 1, 2, 4])).map { _ in random.pick(PanelText.touched) })
                .sorted()
        }
        let isMoved = phase == .changed || random.oneIn(3)
        let controls = held.map { control in
            #""\#(control)":{\#(isMoved ? movement(of: control) : "")}"#
        }
        let hasReply = phase == .changed ? random.oneIn(8) : !random.oneIn(12)
        return "{" + (hasReply ? #""id":$,"# : "")
            + #""cmd":"touch","phase":"\#(phase.rawValue)","controls":{"#
            + controls.joined(separator: ",") + "}}"
    }

    private mutating func movement(of control: String) -> String {
        if random.oneIn(40) { return #""value":1,"norm":0"# }
        return switch control {
        case "fx.gate":
            random.pick([
                #""part":"low","norm":\#(norm)"#, #""part":"high","delta":\#(random.int(-9...9))"#,
                #""value":{"low":\#(random.int(-70...0)),"high":\#(random.int(-40...10))}"#,
                #""part":"middle","norm":\#(norm)"#,
            ])
        case "mod.pad":
            random.pick([
                #""norm":{"x":\#(norm),"y":\#(norm)}"#, #""part":"x","norm":\#(norm)"#,
                #""part":"y","value":\#(random.int(-20...20))"#,
            ])
        case "fx.mode": #""value":"\#(random.pick(["off", "gate", "comp", "what"]))""#
        case _ where PanelText.isKey(control): #""value":\#(random.int(0...1))"#
        default: number
        }
    }

    /// A change of a control with one number.
    private var number: String {
        mutating get {
            random.pick([
                #""norm":\#(norm)"#, #""value":\#(random.int(-120...120))"#,
                #""delta":\#(random.int(-9...9))"#, #""delta_norm":-\#(norm)"#,
            ])
        }
    }

    private var nonsense: String {
        mutating get {
            random.pick(["{", "[]", "", "{\"id\":\"", "\u{1}\u{2}", "{\"cmd\":7}", "   "])
        }
    }

    private var word: String {
        mutating get { random.pick(["a", "b", "quiet", "loud"]) }
    }

    private var control: String {
        mutating get { random.pick(PanelText.names) }
    }

    private var pattern: String {
        mutating get { random.pick(["ch*", "*.level", "fx.*", "ch1.?an", "mod.talk"]) }
    }

    private var change: String {
        mutating get {
            let control = control
            let part: String =
                switch control {
                case "fx.gate":
                    #""value":{"low":\#(random.int(-70...0)),"high":\#(random.int(-40...10))}"#
                case "fx.mode":
                    #""value":"\#(random.pick(["off", "gate", "comp", "what"]))""#
                case "mod.pad": #""norm":{"x":\#(norm),"y":\#(norm)}"#
                case "ch1.mute", "ch2.mute": #""value":\#(random.int(0...1))"#
                default: number
                }
            let isFeedback = random.oneIn(6)
            return #""control":"\#(control)",\#(part)"# + (isFeedback ? #","feedback":true"# : "")
        }
    }

    private var decibels: Int {
        mutating get { random.int(-90...6) }
    }

    private var link: String {
        mutating get {
            let controls =
                random.oneIn(2)
                ? #""ch1.level","ch2.level""# : #""\#(control)","\#(control)""#
            let mode = random.pick(["relative", "absolute", "vca"])
            let scale = random.pick(["norm", "value"])
            let measure = mode == "vca" ? "" : #","in":"\#(scale)""#
            return #""controls":[\#(controls)],"mode":"\#(mode)"\#(measure)"#
        }
    }

    private var changes: String {
        mutating get {
            (0...random.int(0...4)).map { _ in "{\(change)}" }.joined(separator: ",")
        }
    }

    private var norm: String {
        mutating get { "0.\(random.int(100...999))" }
    }

    private var subscription: String {
        mutating get {
            random.pick(weighted: [
                (2, ""), (6, #","echo":true"#), (2, #","match":"\#(pattern)""#),
                (1, #","echo":true,"match":"\#(pattern)""#),
                (2, #","echo":true,"max_rate_hz":\#(random.int(1...60))"#), (1, #","text":true"#),
                (1, #","events":["meters","plot","valueChanged"]"#),
                (1, #","phases":["ended","set"]"#),
            ])
        }
    }

    private var style: String {
        mutating get {
            random.pick([
                #""label":"\#(word)""#, #""label":null"#, ##""color":"#ff0000""##,
                #""enabled":false"#, #""enabled":true"#, #""visible":true"#, #""visible":false"#,
                #""reset":true"#,
            ])
        }
    }

    private var scene: String {
        mutating get {
            let name = word
            return switch random.int(1...6) {
            case 1, 2: #""op":"store","name":"\#(name)""#
            case 3: #""op":"recall","name":"\#(name)","over_ms":\#(random.int(0...600))"#
            case 4: #""op":"recall","name":"\#(name)","match":"\#(pattern)","safe":"\#(pattern)""#
            case 5: #""op":"list""#
            default: #""op":"delete","name":"\#(name)""#
            }
        }
    }
}
