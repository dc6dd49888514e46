import CLO
import Glibc

/// A message of Open Sound Control 1.0 (opensoundcontrol.org): an address and arguments.
struct OSCMessage: Equatable {
    /// An argument, by its type tag.
    enum Argument: Equatable {
        /// `i`
        case integer(Int32)
        /// `f`, and received doubles
        case float(Float)
        /// `s`
        case string(String)
        /// `b`
        case blob([UInt8])
        /// `T` and `F`
        case flag(Bool)
        /// A received argument of another type.
        case other

        /// The number; a flag is 0 or 1. `nil` for anything else, and for NaN.
        var number: Double? {
            switch self {
            case .integer(let value): Double(value)
            case .float(let value): value.isNaN ? nil : Double(value)
            case .flag(let flag): flag ? 1 : 0
            case .string, .blob, .other: nil
            }
        }

        /// The text; `nil` for anything else.
        var text: String? { if case .string(let text) = self { text } else { nil } }

        /// Whether two arguments are the same, except for their type: an engine may send as a float
        /// what it received as an integer.
        func matches(_ other: Argument) -> Bool {
            self == other || number.map { $0 == other.number } ?? false
        }
    }

    /// Such as `/ch/01/mix/fader`.
    var address: String
    var arguments: [Argument] = []

    init(_ address: String, _ arguments: [Argument] = []) {
        self.address = address
        self.arguments = arguments
    }

    /// Reads `/set_surface 0 159 3.5 "a b"`: words after the address are integers, floats with a
    /// point, or strings; `nil` if it does not begin with an address.
    init?(words text: String) {
        guard var words = OSCMessage.words(text), let first = words.first, !first.isQuoted,
            first.text.hasPrefix("/"), first.text.utf8.count > 1
        else { return nil }
        words.removeFirst()
        self.init(first.text, words.map(Argument.init))
    }

    /// A word of a text, and whether it was in quotation marks.
    struct Word {
        var text: String
        var isQuoted = false
    }

    /// The words of a text; `nil` if a quotation mark is missing.
    static func words(_ text: String) -> [Word]? {
        var words: [Word] = []
        var rest = text[...]
        while true {
            rest = rest.drop { $0 == " " }
            guard let first = rest.first else { return words }
            if first == "\"" {
                rest = rest.dropFirst()
                guard let end = rest.firstIndex(of: "\"") else { return nil }
                words.append(Word(text: String(rest[..<end]), isQuoted: true))
                rest = rest[rest.index(after: end)...]
            } else {
                let word = rest.prefix { $0 != " " }
                words.append(Word(text: String(word)))
                rest = rest[word.endIndex...]
            }
        }
    }

    /// The message as a person reads it: `/ch/01/mix/fader 0.75`.
    var text: String { ([address] + arguments.map(\.description)).joined(separator: " ") }
}

extension OSCMessage.Argument: CustomStringConvertible {
    init(_ word: OSCMessage.Word) {
        if word.isQuoted {
            self = .string(word.text)
        } else if let integer = Int32(word.text) {
            self = .integer(integer)
        } else if let float = Float(word.text), float.isFinite {
            self = .float(float)
        } else {
            self = .string(word.text)
        }
    }

    var description: String {
        switch self {
        case .integer(let value): "\(value)"
        case .float(let value): "\(value)"
        case .string(let text): "\"\(text)\""
        case .blob(let bytes): "(\(bytes.count) bytes)"
        case .flag(let flag): "\(flag)"
        case .other: "(unknown)"
        }
    }
}

// MARK: Bytes

extension OSCMessage {
    /// The bytes of the message.
    var bytes: [UInt8] {
        guard let message = lo_message_new() else { return [] }
        defer { lo_message_free(message) }
        for argument in arguments { argument.add(to: message) }
        let size = lo_message_length(message, address)
        var bytes = [UInt8](repeating: 0, count: size)
        _ = bytes.withUnsafeMutableBytes {
            lo_message_serialise(message, address, $0.baseAddress, nil)
        }
        return bytes
    }

    /// The bytes of a bundle of messages that take effect at once.
    static func bundle(_ messages: [OSCMessage]) -> [UInt8] {
        var bytes = Array("#bundle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1]
        for message in messages {
            let element = message.bytes
            withUnsafeBytes(of: UInt32(element.count).bigEndian) { bytes += $0 }
            bytes += element
        }
        return bytes
    }

    /// A packet cannot be read.
    struct MalformedPacket: Error, Equatable, CustomStringConvertible {
        var description: String
    }

    /// More messages in one packet than this are too many.
    private static let mostMessages = 4096
    private static let deepestBundle = 8

    /// The messages of a packet, which is one or a bundle of them.
    static func messages(_ packet: ArraySlice<UInt8>) throws(MalformedPacket) -> [OSCMessage] {
        var messages: [OSCMessage] = []
        try read(packet, into: &messages, depth: 0)
        return messages
    }

    private static func read(
        _ packet: ArraySlice<UInt8>, into messages: inout [OSCMessage], depth: Int
    ) throws(MalformedPacket) {
        guard packet.starts(with: "#bundle\0".utf8) else {
            guard messages.count < mostMessages else {
                throw MalformedPacket(description: "more than \(mostMessages) messages")
            }
            return messages.append(try OSCMessage(packet))
        }
        guard depth < deepestBundle else {
            throw MalformedPacket(description: "bundles nested deeper than \(deepestBundle)")
        }
        var rest = packet.dropFirst(16)
        guard packet.count >= 16 else { throw MalformedPacket(description: "a short bundle") }
        while !rest.isEmpty {
            guard rest.count >= 4 else { throw MalformedPacket(description: "a short bundle") }
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard size > 0, size % 4 == 0, size <= rest.count else {
                throw MalformedPacket(description: "a bundle with an element of \(size) bytes")
            }
            try read(rest.prefix(size), into: &messages, depth: depth + 1)
            rest = rest.dropFirst(size)
        }
    }

    /// Reads the bytes of one message.
    private init(_ bytes: ArraySlice<UInt8>) throws(MalformedPacket) {
        // liblo reads the address up to its NUL, before it checks anything.
        guard bytes.first == UInt8(ascii: "/"), let end = bytes.firstIndex(of: 0) else {
            throw MalformedPacket(description: "no address")
        }
        var copy = Array(bytes)
        var result: Int32 = 0
        let message = copy.withUnsafeMutableBytes {
            lo_message_deserialise($0.baseAddress, $0.count, &result)
        }
        guard let message else { throw MalformedPacket(description: "arguments that do not fit") }
        defer { lo_message_free(message) }
        self.init(String(decoding: bytes[..<end], as: UTF8.self))
        guard let types = lo_message_get_types(message), let values = lo_message_get_argv(message)
        else { return }
        for index in 0..<Int(lo_message_get_argc(message)) {
            arguments.append(
                Argument(UInt8(bitPattern: types[index]), values[index]))
        }
    }
}

extension OSCMessage.Argument {
    fileprivate func add(to message: lo_message) {
        switch self {
        case .integer(let value): lo_message_add_int32(message, value)
        case .float(let value): lo_message_add_float(message, value)
        case .string(let text): lo_message_add_string(message, text)
        case .flag(true): lo_message_add_true(message)
        case .flag(false): lo_message_add_false(message)
        case .blob(let bytes):
            let blob = bytes.withUnsafeBytes { lo_blob_new(Int32($0.count), $0.baseAddress) }
            guard let blob else { return }
            lo_message_add_blob(message, blob)
            lo_blob_free(blob)
        case .other: break
        }
    }

    /// A flag is all in its type, and has no value.
    fileprivate init(_ type: UInt8, _ value: UnsafeMutablePointer<lo_arg>?) {
        if type == UInt8(ascii: "T") || type == UInt8(ascii: "F") {
            self = .flag(type == UInt8(ascii: "T"))
            return
        }
        guard let value else {
            self = .other
            return
        }
        // Not through the union of all types: after a value of four bytes, the message may end.
        let start = UnsafeMutableRawPointer(value)
        switch type {
        case UInt8(ascii: "i"): self = .integer(start.loadUnaligned(as: Int32.self))
        case UInt8(ascii: "f"): self = .float(start.loadUnaligned(as: Float.self))
        case UInt8(ascii: "d"): self = .float(Float(start.loadUnaligned(as: Double.self)))
        case UInt8(ascii: "h"):
            self = .integer(Int32(clamping: start.loadUnaligned(as: Int64.self)))
        case UInt8(ascii: "s"), UInt8(ascii: "S"):
            self = .string(String(cString: start.assumingMemoryBound(to: CChar.self)))
        case UInt8(ascii: "b"):
            let blob = lo_blob(start)
            let bytes = UnsafeRawBufferPointer(
                start: lo_blob_dataptr(blob), count: Int(lo_blob_datasize(blob)))
            self = .blob(Array(bytes))
        default: self = .other
        }
    }
}
