import Drawing
import EventLoop
import Testing

@testable import GlassfaderDaemon

struct MemoryDisplayTests {
    private static let red: UInt32 = 0xffff_0000
    private static let black: UInt32 = 0xff00_0000

    private let loop: EventLoop
    private let display: MemoryDisplay
    private let shadow = Bitmap(width: 8, height: 4, format: .xrgb32)

    init() throws {
        loop = try EventLoop()
        display = try MemoryDisplay(
            loop: loop, width: 8, height: 4, refreshInterval: .milliseconds(2))
    }

    @Test func `a picture appears at the vertical blank and not before`() throws {
        shadow.fill(Color(red: 1, green: 0, blue: 0))
        let start = loop.now
        var shownAt: Duration?

        try display.present(shadow, damage: Region(display.bounds)) { shownAt = try $0.get() }
        #expect(display.shown[0, 0] == Self.black)
        try loop.runOnce()

        #expect(try #require(shownAt) > start)
        #expect(try #require(shownAt) <= loop.now)
        #expect(display.shown[7, 3] == Self.red)
    }

    @Test func `a picture that is drawn into directly needs no copy`() throws {
        let canvas = try #require(display.prepareCanvas(for: Region(display.bounds)))
        canvas.fill(Color(red: 1, green: 0, blue: 0))
        var isShown = false

        try display.present(canvas, damage: Region(display.bounds)) {
            isShown = try $0.get() > .zero
        }
        #expect(!isShown)
        try loop.runOnce()

        #expect(isShown)
        #expect(display.shown === canvas)
    }

    @Test func `only the damage appears on the display`() throws {
        shadow.fill(Color(red: 1, green: 0, blue: 0))

        try present(Region(PixelRect(x: 2, y: 1, width: 3, height: 2)))

        #expect(display.shown[2, 1] == Self.red)
        #expect(display.shown[4, 2] == Self.red)
        #expect(display.shown[1, 1] == Self.black)
        #expect(display.shown[5, 2] == Self.black)
        #expect(display.shown[2, 3] == Self.black)
    }

    @Test func `frames are presented whole refreshes apart`() throws {
        var times: [Duration] = []
        for _ in 0..<4 { times.append(try present(Region())) }

        for (earlier, later) in zip(times, times.dropFirst()) {
            let apart = (later - earlier).attoseconds
            #expect(apart > 0)
            #expect(apart % Duration.milliseconds(2).attoseconds == 0)
        }
    }

    @Test func `the next picture can be presented once the last one is visible`() throws {
        var times: [Duration] = []
        func present() throws {
            try display.present(shadow, damage: Region()) { [loop] result in
                times.append(try result.get())
                if times.count == 3 { loop.exit() } else { try present() }
            }
        }
        try present()
        try loop.run()

        #expect(times.count == 3)
        #expect(times == times.sorted())
    }

    @Test func `an error from the completion ends the loop`() throws {
        struct Refusal: Error {}
        try display.present(shadow, damage: Region()) { _ in throw Refusal() }

        #expect(throws: Refusal.self) { try loop.run() }
    }

    @discardableResult
    private func present(_ damage: Region) throws -> Duration {
        var shownAt: Duration?
        try display.present(shadow, damage: damage) { shownAt = try $0.get() }
        while shownAt == nil { try loop.runOnce() }
        return try #require(shownAt)
    }
}
