import Drawing
import Foundation
import Testing

@testable import GlassfaderDaemon

/// Pictures of the screen, taken while the panel goes on.
struct ScreenCaptureTests {
    private func copy(_ bitmap: Bitmap) -> Bitmap {
        let copy = Bitmap(width: bitmap.width, height: bitmap.height, format: .xrgb32)
        copy.copy(from: bitmap)
        return copy
    }

    /// The picture that is asked for now.
    private func picture(of desk: RunningDaemon) throws -> Bitmap {
        var result: Result<PanelPicture, any Error>?
        try desk.daemon.capture { result = $0 }
        try desk.run { result != nil }
        return try Bitmap(pngData: try #require(result).get().file)
    }

    @Test func `a screenshot of a panel at rest matches what it shows`() throws {
        let desk = try RunningDaemon()
        try desk.run { desk.daemon.screen?.isSettled == true }
        #expect(try picture(of: desk).looksLike(desk.shown))
    }

    @Test func `a screenshot requested while a frame is pending shows that frame`() throws {
        let desk = try RunningDaemon()
        try desk.run { desk.daemon.screen?.isSettled == true }
        let before = copy(try desk.shown)
        let client = try desk.client()
        client.send(#"{"cmd":"set","control":"ch2.level","value":3}"#)
        try desk.run { if case .flipping = desk.daemon.screen?.pace { true } else { false } }

        let picture = try picture(of: desk)
        #expect(!picture.looksLike(before))
        try desk.run { desk.daemon.screen?.isSettled == true }
        #expect(try picture.looksLike(desk.shown))
    }

    @Test func `a screenshot has the changes that were made while a frame was pending`() throws {
        let desk = try RunningDaemon()
        try desk.run { desk.daemon.screen?.isSettled == true }
        let client = try desk.client()
        client.send(#"{"cmd":"set","control":"ch2.level","value":3}"#)
        try desk.run { if case .flipping = desk.daemon.screen?.pace { true } else { false } }
        client.send(#"{"cmd":"set","control":"ch2.level","value":-30}"#)
        try desk.run { desk.daemon.panel["ch2.level"]?.state?.value.number == -30 }
        let picture = try picture(of: desk)
        try desk.run { desk.daemon.screen?.isSettled == true }
        #expect(try picture.looksLike(desk.shown))
    }

    @Test func `values change and are shown while a screenshot is made`() throws {
        let desk = try RunningDaemon()
        try desk.run { desk.daemon.screen?.isSettled == true }
        let client = try desk.client()
        let before = copy(try desk.shown)
        var picture: [UInt8]?
        try desk.daemon.capture { picture = try? $0.get().file }
        client.send(#"{"cmd":"set","control":"ch2.level","value":3}"#)
        try desk.run { desk.shows(otherThan: before) }
        try desk.run { picture != nil }
        // Of the moment when it was asked for.
        #expect(try Bitmap(pngData: try #require(picture)).looksLike(before))
    }

    @Test func `two clients that ask at the same time get the same screenshot`() throws {
        let desk = try RunningDaemon()
        try desk.run { desk.daemon.screen?.isSettled == true }
        var pictures: [PanelPicture] = []
        for _ in 1...2 {
            try desk.daemon.capture { result in
                if let picture = try? result.get() { pictures.append(picture) }
            }
        }
        try desk.run { pictures.count == 2 }
        #expect(pictures[0] === pictures[1], "which is made once")
    }

    @Test func `a display that is mounted rotated gives an upright screenshot`() throws {
        let desk = try RunningDaemon(RunningDaemon.twoFaders + "\n[display]\nrotate = 90\n")
        try desk.run { desk.daemon.screen?.isSettled == true }
        let picture = try picture(of: desk)
        #expect(picture.width == 480 && picture.height == 800)
        let frame = try desk.frame(of: "ch1.level")
        #expect(picture.bounds.contains(PixelPoint(x: Int(frame.maxX) - 1, y: Int(frame.maxY) - 1)))
    }

    @Test func `a request after a change gets a screenshot of it, however many are being made`()
        throws
    {
        let desk = try RunningDaemon()
        try desk.run { desk.daemon.screen?.isSettled == true }
        let client = try desk.client()
        var pictures: [PanelPicture] = []
        func ask() throws {
            try desk.daemon.capture { result in
                if let picture = try? result.get() { pictures.append(picture) }
            }
        }
        try ask()
        client.send(#"{"cmd":"set","control":"ch2.level","value":3}"#)
        let before = copy(try desk.shown)
        try desk.run { desk.daemon.panel["ch2.level"]?.state?.value.number == 3 }
        try ask()
        try desk.run { pictures.count == 2 }
        #expect(try Bitmap(pngData: pictures[0].file).looksLike(before))
        #expect(try Bitmap(pngData: pictures[1].file).looksLike(desk.shown))
        #expect(!(try desk.shown.looksLike(before)))
    }

    @Test func `a screenshot of a blank screen is black, and of a lit one shows the panel again`()
        throws
    {
        let desk = try RunningDaemon()
        try desk.run { desk.daemon.screen?.isSettled == true }
        let lit = copy(try desk.shown)
        let black = Bitmap(width: 800, height: 480, format: .xrgb32)
        let client = try desk.client()
        _ = try desk.ask(client, #"{"id":1,"cmd":"display","blank":true}"#, id: 1)
        #expect(try picture(of: desk).looksLike(black))
        // In one line with what makes it dark and lit, too.
        for (id, isBlank) in [(10, false), (20, true), (30, false)] {
            let answer = try desk.ask(
                client,
                #"{"id":1,"cmd":"display","blank":\#(isBlank)}"# + "\n"
                    + #"{"id":\#(id),"cmd":"screenshot"}"#, id: id)
            #expect(answer["format"] as? String == "png")
            let picture = try picture(of: desk)
            #expect(picture.looksLike(isBlank ? black : lit), "\(isBlank)")
        }
        _ = try desk.ask(client, #"{"id":2,"cmd":"display","blank":true}"#, id: 2)
        try desk.run { desk.daemon.screen?.isSettled == true }
        let last = try #require(desk.daemon.screen).lastPicture()
        #expect(try Bitmap(pngData: last).looksLike(black), "that of a program that ends")
    }

    @Test func `a daemon that ends while it makes a screenshot logs no error, and writes the last`()
        throws
    {
        let desk = try RunningDaemon()
        try desk.run { desk.daemon.screen?.isSettled == true }
        try desk.daemon.writeScreenshot()
        try desk.daemon.end()
        #expect(!desk.log.contains { $0.hasPrefix("cannot write ") })
        #expect(FileManager.default.fileExists(atPath: desk.screenshotPath))
    }

    // MARK: For clients

    private static let ask = #"{"id":1,"cmd":"screenshot"}"#

    /// The first piece of a picture, as bytes.
    private func piece(_ watcher: PanelWatcher) throws -> Data {
        let answer = try #require(watcher.reply(to: 1))
        return try #require(Data(base64Encoded: answer["data"] as? String ?? "-"))
    }

    @Test
    func `others get replies and events during a client's screenshot, and that client after it`()
        throws
    {
        let desk = try RunningDaemon()
        try desk.run { desk.daemon.screen?.isSettled == true }
        let asking = try desk.client()
        let other = try desk.subscriber()
        let before = copy(try desk.shown)
        asking.send(Self.ask + "\n" + #"{"id":2,"cmd":"get","control":"ch1.level"}"#)
        try desk.daemon.loop.runOnce(waitingAtMost: .milliseconds(100))
        for value in 1...5 {
            other.send(#"{"id":9,"cmd":"set","control":"ch2.level","value":-\#(value)}"#)
            try desk.run {
                other.read { ($0["ok"] as? [String: Any])?["value"] as? Double == -Double(value) }
            }
            _ = asking.read()
            if asking.reply(to: 1) == nil { continue }
            Issue.record("\(value) requests of another waited for the picture")
            break
        }
        try desk.finger(.began, on: "ch1.level")
        try desk.finger(.ended)
        try desk.run { other.read { $0["phase"] as? String == "ended" } }
        #expect(asking.reply(to: 2) == nil, "requests are answered in their order")
        try desk.run { asking.read { $0["id"] as? Int == 2 } }
        let ids = asking.lines.compactMap { $0["id"] as? Int }
        #expect(ids == [1, 2])
        // How it looked when it was asked for.
        let picture = try #require(asking.reply(to: 1))
        if picture["more"] as? Bool == false {
            #expect(try Bitmap(pngData: [UInt8](piece(asking))).looksLike(before))
        }
    }

    @Test func `clients that request a screenshot together get the same one`() throws {
        let desk = try RunningDaemon()
        try desk.run { desk.daemon.screen?.isSettled == true }
        let clients = try (1...8).map { _ in try desk.client() }
        for client in clients { client.send(Self.ask) }
        for client in clients { try desk.run { client.read { $0["id"] as? Int == 1 } } }
        let pieces = Set(try clients.map(piece))
        #expect(pieces.count == 1)
        #expect(try Bitmap(pngData: [UInt8](try #require(pieces.first))).looksLike(desk.shown))
    }

    @Test func `a client that disconnects before its screenshot is made leaves nothing behind`()
        throws
    {
        let desk = try RunningDaemon()
        try desk.run { desk.daemon.screen?.isSettled == true }
        for _ in 1...3 {
            let socket = try #require(SocketClient(path: desk.socketPath))
            socket.send(Self.ask + "\n")
            try desk.daemon.loop.runOnce(waitingAtMost: .milliseconds(100))
            socket.vanish()
        }
        let other = try desk.client()
        try desk.run {
            other.send(#"{"id":3,"cmd":"clients"}"#)
            _ = other.read { $0["id"] as? Int == 3 }
            return (other.reply(to: 3)?["clients"] as? [Any])?.count == 1
        }
    }

    @Test func `a client that hangs up still gets its screenshot`() throws {
        let desk = try RunningDaemon()
        try desk.run { desk.daemon.screen?.isSettled == true }
        let socket = try #require(SocketClient(path: desk.socketPath))
        socket.send(Self.ask + "\n")
        socket.hangUp()
        var lines: [String] = []
        try desk.run {
            lines += socket.lines()
            return socket.hasEnded
        }
        #expect(lines.last?.hasPrefix(#"{"id":1,"ok":{"format":"png""#) == true)
    }

    @Test func `a display that disappears ends its pending screenshots with an error`() throws {
        let desk = try RunningDaemon()
        try desk.run { desk.daemon.screen?.isSettled == true }
        let client = try desk.client()
        client.send(Self.ask)
        try desk.daemon.loop.runOnce(waitingAtMost: .milliseconds(100))
        try desk.daemon.shown.show(
            on: MemoryDisplay(loop: desk.daemon.loop, width: 400, height: 300))
        try desk.run { client.read { $0["id"] as? Int == 1 } }
        let rejection = client.lines.last?["error"] as? [String: Any]
        #expect(rejection?["message"] as? String == "there is no display that shows the panel")
    }
}
