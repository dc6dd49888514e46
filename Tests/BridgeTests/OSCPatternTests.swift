import Testing

@testable import glassfader_osc

@Suite struct OSCPatternTests {
    private func matches(_ pattern: String, _ address: String) throws -> Bool {
        try #require(OSCPattern(pattern)).matches(address)
    }

    @Test(arguments: [
        ("/ch/1/level", "/ch/1/level"), ("/ch/?/level", "/ch/1/level"),
        ("/ch/*/level", "/ch/12/level"), ("/*/*", "/a/b"), ("/a*", "/a"), ("/*a*b*", "/xaxxb"),
        ("/ch[1-3]", "/ch2"), ("/ch[a13]", "/ch3"), ("/ch[!4-9]", "/ch3"), ("/a[1-]", "/a-"),
        ("/{ch,bus}/1", "/bus/1"), ("/{c,ch}1", "/ch1"), ("/a{,b}", "/a"), ("/**", "/abc"),
    ])
    func `a pattern matches`(_ pattern: String, _ address: String) throws {
        #expect(try matches(pattern, address))
    }

    @Test(arguments: [
        ("/ch/1/level", "/ch/1/leve"), ("/ch/1/leve", "/ch/1/level"), ("/?", "/"),
        ("/ch/*", "/ch/1/level"), ("/a?b", "/a/b"), ("/a[!x]b", "/a/b"), ("/ch[1-3]", "/ch4"),
        ("/ch[!4-9]", "/ch5"), ("/{ch,bus}/1", "/main/1"), ("/{c,ch}1", "/chh1"), ("/[]", "/a"),
    ])
    func `a pattern does not match, and no part of it stands for a slash`(
        _ pattern: String, _ address: String
    ) throws {
        #expect(try !matches(pattern, address))
    }

    @Test(arguments: ["", "a*", "/a[1", "/a{b", "/" + String(repeating: "*?", count: 128)])
    func `what is no pattern is not read`(_ text: String) {
        #expect(OSCPattern(text) == nil)
    }

    @Test func `a pattern that could match in very many ways is matched at once`() throws {
        let pattern = "/" + String(repeating: "*{a,aa}", count: 30) + "b"
        #expect(try !matches(pattern, "/" + String(repeating: "a", count: 1000)))
    }

    @Test func `a message to a pattern is for each address that matches`() {
        var receivers = OSCReceivers()
        for name in ["ch1.mute", "ch2.mute", "ch1.level"] {
            receivers.add(.value(name), at: "/" + name)
        }
        #expect(receivers.addresses(matching: "/ch*.mute") == ["/ch1.mute", "/ch2.mute"])
        #expect(receivers.addresses(matching: "/ch1.level") == ["/ch1.level"])
        #expect(receivers.addresses(matching: "/ch3.level") == [])
        #expect(receivers.addresses(matching: "/ch[") == [])
    }
}
