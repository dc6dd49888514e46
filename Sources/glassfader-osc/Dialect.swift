import Files
import GlassfaderBridge
import PanelProtocol
import TOML

/// What one kind of engine expects, read from a file: addresses, scales, and what keeps a
/// subscription alive. A dialect is data; see glassfader-osc(1).
struct Dialect: Equatable {
    /// The name: that of its file.
    var name: String
    /// One line about the engine.
    var title = ""
    /// The port that the engine listens on; `nil` if there is no usual one.
    var port: UInt16?
    /// Messages for the engine when the connection is made.
    var hello: [String] = []
    /// Messages for the engine again and again, and their interval.
    var renew: [String] = []
    var renewInterval = Duration.seconds(8)
    /// How long the engine needs after `hello` to send all its values.
    var helloTime = Duration.zero
    /// A message that the engine answers, to know whether it is there.
    var probe: String?
    var probeInterval = Duration.seconds(1)
    /// The address of the answer; `nil` if any message will do.
    var answer: String?
    /// The address of the answer of an engine that was restarted and does not know this program.
    var fresh: String?
    /// The address of the message that announces a new object. Its first argument is the first
    /// argument of the object's addresses. `nil` if the engine sends none.
    var appears: String?
    /// The message that asks for a value. `{address}` and `{arguments}` are those of the control.
    var read: String?
    /// Whether messages may be lost, so that each value is read back.
    var readsBack = false
    /// Whether the engine sends each value back to its sender.
    var confirms = true
    /// Whether the values of a frame are sent in one bundle.
    var bundles = true
    /// The scale of levels without another.
    var level = EngineScale.value
    /// The scale of what is on or off.
    var toggle = EngineScale.value
    /// The scale of any other control.
    var other = EngineScale.value
    /// The colours of strips by their numbers in the engine; empty if the number is red, green and
    /// blue itself.
    var colors: [String] = []
    /// The address of a control without another; `{control}` is its name. `nil` for none.
    var address: String?
    var controls: [ControlRule] = []
    var addresses: [AddressRule] = []
    var strips: [StripRule] = []
    var meters: [MeterRule] = []

    /// The address of controls whose names have a form.
    struct ControlRule: Equatable {
        /// Such as `ch{n}.level`.
        var name: String
        /// How many there are; `nil` for any number.
        var count: Int?
        /// Such as `/ch/{n:02}/mix/fader`, with arguments that come before the value.
        var address: String
        var scale: EngineScale
    }

    /// What is special about the controls with some addresses, which have a bind.
    struct AddressRule: Equatable {
        var pattern: OSCPattern
        /// `nil` for that of the kind of control.
        var scale: EngineScale?
        /// The message that asks for a value; `nil` for that of the dialect.
        var read: String?
    }

    /// The name, the colour and the meter of strips whose names have a form.
    struct StripRule: Equatable {
        /// Such as `ch{n}`.
        var name: String
        /// How many there are; `nil` for any number.
        var count: Int?
        /// The strip in the engine, such as `/ch/{n:02}`. A `bind` replaces it.
        var address: String
        /// The address of its name, with `{address}`; `nil` if it has none.
        var label: String?
        /// The address of its colour.
        var color: String?
        /// The address of a message with its level.
        var meter: String?
        /// The blob with its level, and where in it the first strip's channels are.
        var blob: String?
        var blobPlaces: [Int] = []
    }

    /// How levels are written in messages to an address.
    struct MeterRule: Equatable {
        /// The address, without arguments.
        var address: String
        /// How many arguments are before the first level, after those of the bind.
        var skip = 0
        /// The distance between the levels of two channels.
        var stride = 1
        var scale: EngineScale
        /// How the levels are written in a blob; `nil` if each is an argument.
        var blob: MeterBlob.Format?
        /// The message that asks for levels; it is sent with the renewals.
        var request: String?
    }

    /// Why a dialect cannot be used.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Where dialects are looked for: the administrator's beside the panel file, then those that
    /// were installed.
    static let folders = ["/etc/glassfader/dialects", "/usr/share/glassfader/dialects"]

    /// Finds a dialect by its name.
    static func named(_ name: String, in folders: [String]) throws(Failure) -> Dialect {
        let isName = name.utf8.allSatisfy {
            $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        }
        guard isName, !name.isEmpty, name.utf8.count <= 64 else {
            throw Failure(
                description: "'\(name)' is not the name of a dialect: expected a-z, 0-9, - and _")
        }
        for folder in folders {
            let path = "\(folder)/\(name).toml"
            let file: RegularFile
            do {
                file = try RegularFile(path, atMost: 1 << 20)
            } catch {
                if error.isMissing { continue }
                throw Failure(description: "\(error)")
            }
            return try Dialect(
                name, parsing: String(decoding: file.bytes, as: UTF8.self), path: path)
        }
        throw Failure(
            description:
                "no dialect '\(name)': looked for \(name).toml in \(folders.joined(separator: ", "))"
        )
    }

    /// The address of a control by its name, with its scale; `nil` if the dialect has none for it.
    func address(ofControl name: String) -> (address: String, scale: EngineScale?)? {
        for rule in controls {
            if let number = Self.number(of: name, in: rule.name, upTo: rule.count) {
                return (rule.address.numbered(number), rule.scale)
            }
        }
        return address.map { ($0.substituting("{control}", name), nil) }
    }

    /// The scale that goes with an address in the engine; `nil` if the dialect has none.
    func scale(ofAddress text: String) -> EngineScale? {
        let rule = controls.first { Self.number(of: text, in: $0.address, upTo: $0.count) != nil }
        if let rule { return rule.scale }
        let address = String(text.prefix { $0 != " " })
        return addresses.first { $0.scale != nil && $0.pattern.matches(address) }?.scale
    }

    /// The message that asks for the value of a control; `nil` if the engine cannot be asked.
    func question(of binding: OSCBinding) -> OSCMessage? {
        let rule = addresses.first { $0.read != nil && $0.pattern.matches(binding.address) }
        return (rule?.read ?? read).flatMap(binding.question)
    }

    /// Why a control or a strip with this name or address is not there, though others of its form
    /// are; `nil` if it may be there.
    func absence(of text: String) -> String? {
        let forms =
            controls.flatMap { [($0.name, $0.count), ($0.address, $0.count)] }
            + strips.flatMap { [($0.name, $0.count), ($0.address, $0.count)] }
        for case (let form, let count?) in forms {
            guard let number = StripNumber.number(of: text, in: form), !(1...count ~= number)
            else { continue }
            return "the dialect '\(name)' has \(form.numbered(1)) to \(form.numbered(count))"
        }
        return nil
    }

    private static func number(of text: String, in form: String, upTo count: Int?) -> Int? {
        guard let number = StripNumber.number(of: text, in: form) else { return nil }
        return count.map { 1...$0 ~= number } ?? true ? number : nil
    }

    /// How the levels in a blob are written; `nil` if there is no blob at this address.
    func format(of blob: String) -> MeterBlob.Format? {
        meters.first { $0.address == blob }?.blob
    }

    /// The rule for a strip and its address, by its bind or else by its name.
    func strip(_ name: String, bind: String?) -> (rule: StripRule, address: String, number: Int)? {
        if let bind {
            for rule in strips {
                if let number = Self.number(of: bind, in: rule.address, upTo: rule.count) {
                    return (rule, bind, number)
                }
            }
            return nil
        }
        for rule in strips {
            if let number = Self.number(of: name, in: rule.name, upTo: rule.count) {
                return (rule, rule.address.numbered(number), number)
            }
        }
        return nil
    }
}
