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
        var result: Result<[UInt8], any Error>?
        try desk.daemon.capture { result = $0 }
        try desk.run { result != nil }
        return try Bitmap(pngData: try #require(result).get())
    }

    @Test func `a picture of a panel at rest is what it shows`() throws {
        let desk = try RunningDaemon()
        try desk.run { desk.daemon.screen?.isSettled == true }
        #expect(try picture(of: desk).looksLike(desk.shown))
    }

    @Test func `a picture asked for while a frame is on its way is of that frame`() throws {
        let desk = try RunningDaemon()
        try desk.run { desk.daemon.screen?.isSettled == true }
        let before = copy(try desk.shown)
        let client = try desk.client()
        client.send(#"{"cmd":"set","control":"ch2.level","value":3}"#)
        try desk.run { desk.daemon.screen?.isFrameOnItsWay == true }
        #expect(try desk.shown.looksLike(before))

        let picture = try picture(of: desk)
        #expect(!picture.looksLike(before))
        try desk.run { desk.daemon.screen?.isSettled == true }
        #expect(try picture.looksLike(desk.shown))
    }

    @Test func `values change and are shown while a picture is made`() throws {
        let desk = try RunningDaemon()
        try desk.run { desk.daemon.screen?.isSettled == true }
        let client = try desk.client()
        let before = copy(try desk.shown)
        var picture: [UInt8]?
        try desk.daemon.capture { picture = try? $0.get() }
        client.send(#"{"cmd":"set","control":"ch2.level","value":3}"#)
        try desk.run { desk.shows(otherThan: before) }
        try desk.run { picture != nil }
        // Of the moment when it was asked for.
        #expect(try Bitmap(pngData: try #require(picture)).looksLike(before))
    }

    @Test func `two who ask at the same time both get a picture`() throws {
        let desk = try RunningDaemon()
        try desk.run { desk.daemon.screen?.isSettled == true }
        var pictures: [[UInt8]] = []
        for _ in 1...2 {
            try desk.daemon.capture { result in
                if let picture = try? result.get() { pictures.append(picture) }
            }
        }
        try desk.run { pictures.count == 2 }
        #expect(pictures[0] == pictures[1])
    }

    @Test func `a display that is mounted turned gives an upright picture`() throws {
        let desk = try RunningDaemon(RunningDaemon.twoFaders + "\n[display]\nrotate = 90\n")
        try desk.run { desk.daemon.screen?.isSettled == true }
        let picture = try picture(of: desk)
        #expect(picture.width == 480 && picture.height == 800)
        let frame = try desk.frame(of: "ch1.level")
        #expect(picture.bounds.contains(PixelPoint(x: Int(frame.maxX) - 1, y: Int(frame.maxY) - 1)))
    }
}
