import Testing

@testable import glassfader_osc

@Suite struct OSCMessageTests {
    private func messages(_ bytes: [UInt8]) throws -> [OSCMessage] {
        try OSCMessage.messages(bytes[...])
    }

    @Test func `a message is what the standard shows`() {
        // The example of the specification, "OSC Message Examples".
        let bytes = OSCMessage("/oscillator/4/frequency", [.float(440)]).bytes
        #expect(bytes == Array("/oscillator/4/frequency\0,f\0\0".utf8) + [0x43, 0xDC, 0, 0])
    }

    @Test func `all arguments come back as they were`() throws {
        let message = OSCMessage(
            "/a", [.integer(-7), .float(0.5), .string("Bücher"), .blob([1, 2, 3]), .flag(true)])
        #expect(try messages(message.bytes) == [message])
    }

    @Test func `a bundle has its messages in order, also in a bundle`() throws {
        let first = OSCMessage("/a", [.integer(1)])
        let second = OSCMessage("/b")
        #expect(try messages(OSCMessage.bundle([first, second])) == [first, second])
    }

    @Test(arguments: [
        [], Array("/a".utf8), Array("hello\0\0\0".utf8), Array("/a\0\0,f\0\0".utf8),
        Array("/a\0\0,s\0\0abcd".utf8), Array("/a\0\0,b\0\0".utf8) + [0x7F, 0xFF, 0xFF, 0xFF],
        Array("#bundle\0".utf8), Array("#bundle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 9],
        Array("#bundle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFC],
    ])
    func `a broken packet is an error, and nothing is read beyond it`(_ bytes: [UInt8]) {
        #expect(throws: OSCMessage.MalformedPacket.self) { try messages(bytes) }
    }

    @Test func `bundles in bundles end somewhere`() {
        var bytes = OSCMessage("/a").bytes
        for _ in 0..<20 {
            let size = withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { Array($0) }
            bytes = Array("#bundle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1] + size + bytes
        }
        #expect(throws: OSCMessage.MalformedPacket.self) { try messages(bytes) }
    }

    @Test func `words become arguments`() {
        let message = OSCMessage(words: #"/n_set 1000 0.5 amp "two words" "7""#)
        #expect(
            message
                == OSCMessage(
                    "/n_set",
                    [
                        .integer(1000), .float(0.5), .string("amp"), .string("two words"),
                        .string("7"),
                    ]
                ))
        for text in ["", "n_set", "/", #"/a "open"#, #""/a" 1"#] {
            #expect(OSCMessage(words: text) == nil)
        }
    }

    @Test func `addresses of engines are read in all their forms`() {
        #expect(OSCEndpoint("127.0.0.1:3819", port: nil) == .udp(host: "127.0.0.1", port: 3819))
        #expect(OSCEndpoint("mixer", port: 10_023) == .udp(host: "mixer", port: 10_023))
        #expect(OSCEndpoint("[::1]:7", port: nil) == .udp(host: "::1", port: 7))
        #expect(OSCEndpoint("[fe80::1]", port: 7) == .udp(host: "fe80::1", port: 7))
        #expect(OSCEndpoint("osc.tcp://host:7/", port: nil) == .tcp(host: "host", port: 7))
        #expect(OSCEndpoint("osc.unix:///run/a", port: nil) == .unix(path: "/run/a"))
        for text in ["", "host", "host:99999", "a b:1", "http://host:1", "osc.unix://run"] {
            #expect(OSCEndpoint(text, port: nil) == nil)
        }
    }
}
