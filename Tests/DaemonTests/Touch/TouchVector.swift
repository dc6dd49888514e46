import Evdev
import Glibc
import Panel
import TestVectors
import Testing

/// The file `evdev_vectors.json`.
struct TouchVectors: Decodable {
    /// A case of the file, or what is wrong with it: one that cannot be read fails alone.
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        private struct Title: Decodable {
            var name: String?
        }

        let testDescription: String
        private let reading: Result<TouchVector, any Error>

        /// - Throws: why the case cannot be read.
        var vector: TouchVector {
            get throws { try reading.get() }
        }

        init(from decoder: any Decoder) throws {
            testDescription = (try? Title(from: decoder))?.name ?? "a case without a name"
            reading = Result { try TouchVector(from: decoder) }
        }
    }

    var cases: [Case]
}

/// One stream of events.
struct TouchVector: Decodable, Sendable {
    enum Path: String, Decodable {
        /// As libevdev hands them out, but for what it does to malformed ones.
        case libevdev
        /// As the kernel hands them out.
        case raw
    }

    struct Options: Decodable {
        /// The pipeline's stages that the options ask for.
        var filters: FilterDescription = {
            var filters = FilterDescription.off
            // The vectors tell what a finger does after it has jumped.
            filters.afterJump = .restart
            return filters
        }()
        /// What is known better of the device.
        var quirks = TouchscreenQuirks()
        /// A device that is silent for so long has left out a release.
        var releaseTimeout: Duration?
        var leftButton = false
        var pressure = false
        /// Options that ask for what is not understood here: such a case must not pass.
        var unknown: [String] = []

        /// Nothing is asked for.
        init() {}

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Name.self)
            for key in values.allKeys { try read(key, of: values) }
        }

        private mutating func read(_ key: Name, of values: KeyedDecodingContainer<Name>) throws {
            switch key.stringValue {
            case "jump_mm":
                filters.jump = try values.decodeIfPresent(Double.self, forKey: key)
            case "min_frames", "min_life_frames":
                filters.minimumReports = max(1, try values.decode(Int.self, forKey: key))
            case "corner", "ignore_corner":
                filters.ignoresCorners = try values.decode(Bool.self, forKey: key)
            case "palm_mm", "palm_major_mm":
                filters.palmMajor = try values.decodeIfPresent(Double.self, forKey: key)
            case "bounce_ms":
                filters.bounce = try values.decodeIfPresent(Double.self, forKey: key)
                    .flatMap { $0 > 0 ? .milliseconds($0) : nil }
            case "median":
                filters.hasMedian = try values.decode(Bool.self, forKey: key)
            case "hysteresis_mm", "fuzz_mm":
                // As libinput has it: what widens at rest is learned from the finger.
                let millimetres = try values.decodeIfPresent(Double.self, forKey: key) ?? 0
                filters.smoothing =
                    millimetres > 0
                    ? .hysteresis(millimetres: millimetres, widensAtRest: false) : .off
            case "one_euro", "oneEuro":
                filters.smoothing =
                    try values.decodeIfPresent(OneEuro.self, forKey: key)
                    .map { .oneEuro($0.description) } ?? .off
            case "axes", "axis_map":
                let codes = try values.decode([String].self, forKey: key)
                    .map(TouchVector.code(named:))
                guard codes.count == 2 else { throw UnknownName(name: "\(codes)") }
                quirks.axes = AxisMap(x: codes[0], y: codes[1])
            case "swap_ranges":
                quirks.swapsRanges = try values.decode(Bool.self, forKey: key)
            case "after_jump":
                let word = try values.decode(String.self, forKey: key)
                guard let afterJump = FilterDescription.AfterJump(rawValue: word) else {
                    throw UnknownName(name: word)
                }
                filters.afterJump = afterJump
            case "liftoff_guard":
                filters.guardsLiftOff = try values.decode(Bool.self, forKey: key)
            case "release_timeout_ms":
                releaseTimeout = try values.decodeIfPresent(Double.self, forKey: key)
                    .flatMap { $0 > 0 ? .milliseconds($0) : nil }
            case "btn_left":
                leftButton = try values.decode(Bool.self, forKey: key)
            case "pressure":
                pressure = try values.decode(Bool.self, forKey: key)
            // What is always so needs nothing done: palms are told apart.
            case "palm" where try values.decode(Bool.self, forKey: key): break
            default: unknown.append(key.stringValue)
            }
        }
    }

    typealias Name = AnyKey

    /// The numbers of a 1€ filter, as the panel file has them.
    struct OneEuro: Decodable {
        var mincutoff: Double?
        var beta: Double?
        var dcutoff: Double?

        var description: OneEuroDescription {
            var description = OneEuroDescription()
            description.minimumCutoff = mincutoff ?? description.minimumCutoff
            description.beta = beta ?? description.beta
            description.derivativeCutoff = dcutoff ?? description.derivativeCutoff
            description.staysAtRest = false
            return description
        }
    }

    struct Input {
        var type: UInt16
        var code: UInt16
        var value: Int32
    }

    struct Touch: Decodable, Equatable, CustomStringConvertible {
        var t: Int64
        var phase: String
        var contact: Int
        var x: Int32
        var y: Int32

        var description: String { "\(t) \(phase) \(contact) \(x) \(y)" }
    }

    enum CodingKeys: String, CodingKey {
        case name, why, path, options, device, events, expected
    }

    var name: String
    var why: String
    var path: Path
    var options: Options
    var device: Device
    var events: [Event]
    var expected: [Touch]

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        why = try values.decodeIfPresent(String.self, forKey: .why) ?? ""
        path = try values.decode(Path.self, forKey: .path)
        options = try values.decodeIfPresent(Options.self, forKey: .options) ?? Options()
        device = try values.decode(Device.self, forKey: .device)
        events = try values.decode([Event].self, forKey: .events)
        expected = try values.decode([Touch].self, forKey: .expected)
    }

    /// What tells that a single-touch device is touched.
    var indicator: TouchIndicator? {
        if let on = device.pressureOn, let off = device.pressureOff {
            return .pressure(on: on, off: off)
        }
        if options.pressure, let axis = device.axes["ABS_PRESSURE"] {
            return .pressure(on: axis.axis)
        }
        let isLeftButton = device.touchKey == "BTN_LEFT" || options.leftButton
        return isLeftButton ? .leftButton : nil
    }
}

extension TouchVector {
    struct Device: Decodable {
        struct Range: Decodable {
            var min: Int32
            var max: Int32
            var fuzz: Int32?
            var flat: Int32?
            var resolution: Int32?

            var axis: Axis {
                Axis(
                    minimum: min, maximum: max, fuzz: fuzz ?? 0, flat: flat ?? 0,
                    resolution: resolution ?? 0)
            }
        }

        var axes: [String: Range]
        var keys: [String]?
        var touchKey: String?
        var pressureOn: Int32?
        var pressureOff: Int32?
        var initial: State?

        var description: DeviceDescription {
            get throws {
                var description = DeviceDescription()
                for (name, range) in axes {
                    description.axes[try code(named: name)] = range.axis
                }
                for key in keys ?? [] { description.keys.insert(try code(named: key)) }
                return description
            }
        }
    }

    struct State: Decodable {
        struct Slot: Decodable {
            var id: Int32
            var x: Int32
            var y: Int32
            var tool: Int32?
            var pressure: Int32?
            var major: Int32?
        }

        var slot: Int32?
        var slots: [Slot]?
        var btn: Int?
        var x: Int32?
        var y: Int32?
        var pressure: Int32?

        var state: DeviceState {
            var state = DeviceState()
            state.currentSlot = slot ?? 0
            state.slots = (slots ?? []).map {
                DeviceState.Slot(
                    trackingID: $0.id, x: $0.x, y: $0.y, pressure: $0.pressure ?? 0,
                    major: $0.major ?? 0, isPalm: $0.tool == 2)
            }
            if btn == 1 {
                state.pressedKeys.insert(0x14a)
                state.pressedKeys.insert(0x110)
            }
            state.x = x ?? 0
            state.y = y ?? 0
            state.pressure = pressure ?? 0
            return state
        }
    }

    struct Event: Decodable {
        enum Content {
            case event(Input)
            /// What libevdev sends after dropped events.
            case resync([Input])
            /// What the kernel answers after dropped events.
            case snapshot(DeviceState)
            /// The device was unplugged or taken away.
            case gone
        }

        enum CodingKeys: String, CodingKey {
            case t, type, code, value, resync, snapshot
        }

        /// Words for the end of a device, as a key or as a value.
        private static let ends: Set<String> = [
            "enodev", "eviocrevoke", "gone", "removed", "revoked", "unplug", "unplugged",
        ]

        var t: Int64
        var content: Content

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            t = try values.decode(Int64.self, forKey: .t)
            let type = try values.decodeIfPresent(String.self, forKey: .type)
            if let resync = try values.decodeIfPresent([Replayed].self, forKey: .resync) {
                content = .resync(resync.map(\.input))
            } else if let state = try values.decodeIfPresent(State.self, forKey: .snapshot) {
                content = .snapshot(state.state)
            } else if let type, type.hasPrefix("EV_") {
                content = .event(
                    Input(
                        type: try eventType(named: type),
                        code: try TouchVector.code(
                            named: values.decode(String.self, forKey: .code)),
                        value: try values.decode(Int32.self, forKey: .value)))
            } else {
                let words = try decoder.container(keyedBy: Name.self)
                let texts = words.allKeys.flatMap { key in
                    [key.stringValue]
                        + [try? words.decode(String.self, forKey: key)].compactMap(\.self)
                }
                let numbers = words.allKeys.filter { $0.stringValue != "t" }
                    .compactMap { try? words.decode(Int32.self, forKey: $0) }
                guard
                    texts.contains(where: { Self.ends.contains($0.lowercased()) })
                        || numbers.contains(where: { abs($0) == ENODEV })
                else {
                    throw UnknownName(name: texts.joined(separator: " "))
                }
                content = .gone
            }
        }
    }

    /// Type, code and value in an array.
    struct Replayed: Decodable {
        var input: Input

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            input = Input(
                type: try eventType(named: values.decode(String.self)),
                code: try code(named: values.decode(String.self)),
                value: try values.decode(Int32.self))
        }
    }

    struct UnknownName: Error {
        var name: String
    }

    static func eventType(named name: String) throws -> UInt16 {
        guard let type = types[name] else { throw UnknownName(name: name) }
        return type
    }

    static func code(named name: String) throws -> UInt16 {
        guard let code = codes[name] else { throw UnknownName(name: name) }
        return code
    }

    private static let types: [String: UInt16] = [
        "EV_SYN": 0, "EV_KEY": 1, "EV_REL": 2, "EV_ABS": 3, "EV_MSC": 4,
    ]

    private static let codes: [String: UInt16] = [
        "SYN_REPORT": 0, "SYN_CONFIG": 1, "SYN_MT_REPORT": 2, "SYN_DROPPED": 3,
        "ABS_X": 0x00, "ABS_Y": 0x01, "ABS_Z": 0x02, "ABS_RX": 0x03, "ABS_RY": 0x04,
        "ABS_RZ": 0x05, "ABS_PRESSURE": 0x18, "ABS_DISTANCE": 0x19, "ABS_MISC": 0x28,
        "ABS_MT_SLOT": 0x2f, "ABS_MT_TOUCH_MAJOR": 0x30, "ABS_MT_TOUCH_MINOR": 0x31,
        "ABS_MT_WIDTH_MAJOR": 0x32, "ABS_MT_WIDTH_MINOR": 0x33, "ABS_MT_ORIENTATION": 0x34,
        "ABS_MT_POSITION_X": 0x35, "ABS_MT_POSITION_Y": 0x36, "ABS_MT_TOOL_TYPE": 0x37,
        "ABS_MT_BLOB_ID": 0x38, "ABS_MT_TRACKING_ID": 0x39, "ABS_MT_PRESSURE": 0x3a,
        "ABS_MT_DISTANCE": 0x3b, "ABS_MT_TOOL_X": 0x3c, "ABS_MT_TOOL_Y": 0x3d,
        "MSC_SERIAL": 0, "MSC_SCAN": 4, "MSC_TIMESTAMP": 5,
        "REL_X": 0, "REL_Y": 1,
        "BTN_LEFT": 0x110, "BTN_RIGHT": 0x111, "BTN_TOOL_PEN": 0x140,
        "BTN_TOOL_FINGER": 0x145, "BTN_TOUCH": 0x14a, "BTN_STYLUS": 0x14b,
        "BTN_TOOL_DOUBLETAP": 0x14d, "BTN_TOOL_TRIPLETAP": 0x14e,
        "BTN_TOOL_QUADTAP": 0x14f, "BTN_TOOL_QUINTTAP": 0x148,
    ]
}
