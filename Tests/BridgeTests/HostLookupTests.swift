import Testing

@testable import EventLoop
@testable import glassfader_osc

@Suite struct HostLookupTests {
    private static let local = OSCEndpoint.udp(host: "localhost", port: 9000)
    /// No host has this name: RFC 2606.
    private static let nobody = OSCEndpoint.udp(host: "nobody.invalid", port: 9000)

    @Test func `names are looked up beside the loop, one after the other`() throws {
        let loop = try EventLoop()
        let lookup = HostLookup(loop)
        var found: [String] = []
        lookup.find(Self.local) { found.append($0.isEmpty ? "nothing" : "localhost") }
        lookup.find(Self.nobody) {
            found.append($0.isEmpty ? "nothing" : "somebody")
            loop.exit()
        }
        #expect(found == [], "nobody waits for them")
        try loop.run()
        #expect(found == ["localhost", "nothing"])
    }

    @Test func `of two who look for the same host, the later one gets the answer`() throws {
        let loop = try EventLoop()
        let lookup = HostLookup(loop)
        lookup.find(Self.local) { _ in Issue.record("the former one") }
        lookup.find(Self.local) { addresses in
            #expect(addresses.filter { !$0.isLoopback } == [])
            loop.exit()
        }
        try loop.run()
    }

    @Test func `who has the answer may look for another host`() throws {
        let loop = try EventLoop()
        let lookup = HostLookup(loop)
        lookup.find(Self.local) { _ in
            lookup.find(Self.nobody) { _ in loop.exit() }
        }
        try loop.run()
    }

    @Test func `a number needs no lookup, and a name does`() {
        #expect(OSCEndpoint("127.0.0.1:1", port: nil)?.address?.isLoopback == true)
        #expect(OSCEndpoint("osc.unix:///run/a", port: nil)?.address != nil)
        #expect(Self.local.address == nil)
    }

    @Test func `an engine that is not found is looked up less and less often`() throws {
        var peer = OSCNetwork.Peer(Self.nobody)
        var times: [Int] = []
        for second in 0...60 where peer.isLookupDue(at: .seconds(second)) {
            peer.lookupBegan(at: .seconds(second))
            times.append(second)
        }
        #expect(times == [0, 1, 3, 7, 15, 30, 45, 60])
        peer.isConnected = true
        #expect(!peer.isLookupDue(at: .seconds(100)))
    }

    @Test func `an engine stays at its address as long as its host has it`() throws {
        let one = try #require(SocketAddress(host: "192.0.2.1", port: 1, type: .init(2)))
        let other = try #require(SocketAddress(host: "192.0.2.2", port: 1, type: .init(2)))
        var peer = OSCNetwork.Peer(Self.nobody)
        var changes = [peer.use([one, other])]
        peer.useNextAddress()
        #expect(peer.address == other)
        changes.append(peer.use([one, other]))
        #expect(peer.address == other)
        changes.append(peer.use([one]))
        peer.useNextAddress()
        #expect(peer.address == one)
        #expect(changes == [true, false, true])
    }
}
