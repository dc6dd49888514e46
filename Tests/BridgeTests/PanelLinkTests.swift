import EventLoop
import Foundation
import GlassfaderClient
import TestVectors
import Testing

@testable import GlassfaderBridge

/// A bridge's connection to a panel that sends much at once.
struct PanelLinkTests {
    @Test func `events that arrive together are all handled, with other work in between`() throws {
        let folder = try TestFiles.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/panel.sock"
        let listener = try Self.listener(at: path)
        defer { close(listener) }
        let loop = try EventLoop()
        let link = PanelLink(loop, path: path, name: "test")
        var pages: [String] = []
        link.onEvent = { if case .pageChanged(let page) = $0 { pages.append(page) } }
        try link.start()
        try loop.runOnce()
        let panel = accept(listener, nil, nil)
        try #require(panel >= 0)
        defer { close(panel) }

        let sent = (1...200).map { "p\($0)" }
        let lines = Array(
            sent.map { #"{"event":"pageChanged","page":"\#($0)"}"# + "\n" }.joined().utf8)
        #expect(write(panel, lines, lines.count) == lines.count)
        var most = 0
        while pages.count < sent.count {
            let before = pages.count
            try #require(try loop.runOnce(waitingAtMost: .seconds(60)))
            most = max(most, pages.count - before)
        }
        #expect(pages == sent)
        #expect(most <= 64)
    }

    private static func listener(at path: String) throws -> Int32 {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafeBytes(of: &address) { address in
            bind(
                descriptor, address.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(address.count)) == 0
        }
        try #require(isBound && listen(descriptor, 1) == 0)
        return descriptor
    }
}
