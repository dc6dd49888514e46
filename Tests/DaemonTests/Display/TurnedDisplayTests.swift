import Drawing
import EventLoop
import Testing

@testable import GlassfaderDaemon

@Suite struct TurnedDisplayTests {
    private let loop: EventLoop

    init() throws { loop = try EventLoop() }

    /// A picture of 6 by 4 pixels, each of another colour.
    private func picture(width: Int, height: Int) -> Bitmap {
        let bitmap = Bitmap(width: width, height: height, format: .xrgb32)
        bitmap.withPixels { pixels, row in
            for y in 0..<height {
                for x in 0..<width {
                    pixels[y * row + x] = 0xFF00_0000 | UInt32(y * 100 + x)
                }
            }
        }
        return bitmap
    }

    private func show(
        _ turn: TurnedDisplay.Turn, damage: PixelRect? = nil
    ) throws -> (upright: Bitmap, shown: Bitmap) {
        let memory = try MemoryDisplay(
            loop: loop, width: 4, height: 6, refreshInterval: .milliseconds(1))
        let display = TurnedDisplay(memory, by: turn)
        let upright = picture(width: display.bounds.width, height: display.bounds.height)
        var isShown = false
        try display.present(upright, damage: Region(damage ?? upright.bounds)) { result in
            _ = try result.get()
            isShown = true
        }
        while !isShown { _ = try loop.runOnce() }
        return (upright, memory.shown)
    }

    @Test func `a quarter turn moves the top of the picture to the right`() throws {
        let (upright, shown) = try show(.quarter)
        #expect(upright.width == 6 && upright.height == 4)
        for y in 0..<4 {
            for x in 0..<6 { #expect(shown[3 - y, x] == upright[x, y]) }
        }
    }

    @Test func `a half turn turns the picture upside down`() throws {
        let (upright, shown) = try show(.half)
        #expect(upright.width == 4)
        for y in 0..<6 {
            for x in 0..<4 { #expect(shown[3 - x, 5 - y] == upright[x, y]) }
        }
    }

    @Test func `a three-quarter turn moves the top of the picture to the left`() throws {
        let (upright, shown) = try show(.threeQuarters)
        for y in 0..<4 {
            for x in 0..<6 { #expect(shown[y, 5 - x] == upright[x, y]) }
        }
    }

    @Test(arguments: [TurnedDisplay.Turn.quarter, .half, .threeQuarters])
    func `only the changed part is copied`(turn: TurnedDisplay.Turn) throws {
        let (_, shown) = try show(turn, damage: PixelRect(x: 1, y: 2, width: 2, height: 1))
        let copied = (0..<6).flatMap { y in (0..<4).map { shown[$0, y] & 0xFF_FFFF } }
            .filter { $0 != 0 }.sorted()
        #expect(copied == [201, 202])
    }

    /// A finger on the glass hits what is drawn under it, however the display is mounted.
    @Test(arguments: [90, 180, 270])
    func `touches rotate with the picture`(degrees: Int) throws {
        let turn = try #require(TurnedDisplay.Turn(rawValue: degrees))
        let (upright, shown) = try show(turn)
        let matrix = CalibrationMatrix(pictureRotatedBy: degrees)
        for y in 0..<6 {
            for x in 0..<4 {
                let place = matrix.apply(x: (Double(x) + 0.5) / 4, y: (Double(y) + 0.5) / 6)
                let hit = upright[
                    Int(place.x * Double(upright.width)), Int(place.y * Double(upright.height))]
                #expect(hit == shown[x, y], "at \(x), \(y)")
            }
        }
    }
}
