import DRM
import Drawing
import Glibc
import TestVectors
import Testing

@testable import GlassfaderDaemon

/// ScanoutMemory as a card would scan it out, with a canary wherever no pixel is.
private final class ScanoutMemory {
    static let canary: UInt8 = 0xA5
    static let guardBytes = 256

    let pixels: ScanoutPixels
    private let all: UnsafeMutableRawBufferPointer

    init(_ width: Int, _ height: Int, _ format: FramebufferFormat, padding: Int) {
        let pitch = width * format.bytesPerPixel + padding
        all = .allocate(byteCount: pitch * height + 2 * Self.guardBytes, alignment: 64)
        all.initializeMemory(as: UInt8.self, repeating: Self.canary)
        pixels = ScanoutPixels(
            memory: UnsafeMutableRawBufferPointer(
                rebasing: all[Self.guardBytes..<Self.guardBytes + pitch * height]),
            width: width, height: height, pitch: pitch, format: format)
    }

    deinit { all.deallocate() }

    /// Whether all that is no pixel is as it was.
    var isIntact: Bool {
        let row = pixels.width * pixels.format.bytesPerPixel
        let ends = all.prefix(Self.guardBytes) + all.suffix(Self.guardBytes)
        let padding = (0..<pixels.height).allSatisfy { y in
            pixels.memory[y * pixels.pitch + row..<(y + 1) * pixels.pitch]
                .allSatisfy { $0 == Self.canary }
        }
        return padding && ends.allSatisfy { $0 == Self.canary }
    }

    /// The number that a pixel is.
    subscript(x: Int, y: Int) -> UInt32 {
        let place = y * pixels.pitch + x * pixels.format.bytesPerPixel
        return pixels.format == .rgb565
            ? UInt32(pixels.memory.load(fromByteOffset: place, as: UInt16.self))
            : pixels.memory.load(fromByteOffset: place, as: UInt32.self)
    }

    /// Whether the pixels of 32 bits are those of a picture.
    func shows(_ picture: Bitmap) -> Bool {
        guard let start = pixels.memory.baseAddress else { return false }
        return picture.withPixels { source, row in
            (0..<pixels.height).allSatisfy {
                memcmp(start + $0 * pixels.pitch, source + $0 * row, pixels.width * 4) == 0
            }
        }
    }
}

struct ScanoutBuffersTests {
    // Few rows: a hundred thousand pictures are compared row by row.
    private static let width = 72
    private static let height = 8

    /// What a screen would show after every flip, whatever was drawn, refused and drawn again.
    @Test(arguments: [(2, 60_000), (3, 30_000), (1, 10_000)])
    func `after every flip the buffer on the screen holds the picture`(
        count: Int, frames: Int
    ) throws {
        var random = SeededGenerator(seed: UInt64(count))
        let memories = (0..<count).map { _ in
            ScanoutMemory(Self.width, Self.height, .xrgb8888, padding: 4 * count)
        }
        var buffers = ScanoutBuffers(memories.map(\.pixels))
        let picture = Bitmap(width: Self.width, height: Self.height, format: .xrgb32)
        // What a driver has that copies each buffer's changes when it is shown, and nothing else.
        let copies = memories.map { _ in
            Bitmap(width: Self.width, height: Self.height, format: .xrgb32)
        }
        for frame in 0..<frames {
            buffers.damage(draw(in: picture, &random))
            let back = buffers.back
            buffers.repair(back, from: picture)
            // The kernel is busy, or the card another program's: the frame is drawn over.
            if Int.random(in: 0..<5, using: &random) == 0 { continue }
            copies[back].copy(from: picture, clippedTo: buffers.changes(in: back))
            buffers.show(back)
            try #require(buffers.front == back)
            try #require(memories[back].shows(picture), "frame \(frame)")
            try #require(equal(copies[back], picture), "frame \(frame) of a driver with copies")
        }
        for memory in memories { #expect(memory.isIntact) }
    }

    /// Frames that are drawn into the buffers themselves, in memory that may be read.
    @Test(arguments: [2, 3])
    func `after every flip a buffer that was drawn into holds the picture`(count: Int) throws {
        var random = SeededGenerator(seed: UInt64(10 + count))
        let memories = (0..<count).map { _ in
            ScanoutMemory(Self.width, Self.height, .xrgb8888, padding: 4 * count)
        }
        let canvases = try memories.map { memory in
            Bitmap(
                borrowing: try #require(memory.pixels.memory.baseAddress), width: Self.width,
                height: Self.height, stride: memory.pixels.pitch, format: .xrgb32)
        }
        var buffers = ScanoutBuffers(memories.map(\.pixels))
        let picture = Bitmap(width: Self.width, height: Self.height, format: .xrgb32)
        for frame in 0..<20_000 {
            // The first frame is all that there is.
            let damage = frame == 0 ? Region(picture.bounds) : draw(in: picture, &random)
            let back = buffers.back
            buffers.complete(back, besides: damage, from: canvases[buffers.front])
            buffers.damage(damage)
            canvases[back].copy(from: picture, clippedTo: damage)
            buffers.drawn(back)
            if Int.random(in: 0..<5, using: &random) == 0 { continue }
            buffers.show(back)
            try #require(memories[back].shows(picture), "frame \(frame)")
        }
        for memory in memories { #expect(memory.isIntact) }
    }

    @Test func `a driver that cannot flip keeps drawing into the visible buffer`() {
        var random = SeededGenerator(seed: 1)
        let memories = (0..<2).map { _ in
            ScanoutMemory(Self.width, Self.height, .xrgb8888, padding: 0)
        }
        var buffers = ScanoutBuffers(memories.map(\.pixels))
        let picture = Bitmap(width: Self.width, height: Self.height, format: .xrgb32)
        for _ in 0..<3 {
            buffers.damage(draw(in: picture, &random))
            buffers.repair(buffers.back, from: picture)
            buffers.show(buffers.back)
        }
        let front = buffers.front
        buffers.keepFront()
        #expect(buffers.count == 1)
        buffers.damage(draw(in: picture, &random))
        #expect(buffers.back == buffers.front)
        buffers.repair(buffers.back, from: picture)
        #expect(memories[front].shows(picture))
    }

    @Test(arguments: FramebufferFormat.allCases, [0, 2, 38, 64])
    func `the card sets the distance between rows, and nothing is written between them`(
        format: FramebufferFormat, padding: Int
    ) {
        // A row of 32 bits is a multiple of 4.
        let padding = format == .rgb565 ? padding : padding / 4 * 4
        var random = SeededGenerator(seed: 2)
        let memory = ScanoutMemory(Self.width, Self.height, format, padding: padding)
        let picture = Bitmap(width: Self.width, height: Self.height, format: .xrgb32)
        for _ in 0..<500 {
            var damage = draw(in: picture, &random)
            // A rectangle that leaves the screen is cut, not written.
            damage.formUnion(PixelRect(x: Self.width - 3, y: -5, width: 20, height: 9))
            memory.pixels.copy(damage, of: picture)
        }
        memory.pixels.copy(Region(picture.bounds), of: picture)
        #expect(memory.isIntact)
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                let expected = reference(picture[x, y], format, x: x, y: y)
                let mask: UInt32 = format == .xrgb8888 ? 0xFFFFFF : .max
                #expect(memory[x, y] & mask == expected, "\(x), \(y)")
            }
        }
    }

    /// Large pictures are written past the processor's caches, in lines that begin where the
    /// screen's memory has them.
    @Test(arguments: [(0, 0), (4, 1), (52, 15), (60, 3)])
    func `a picture that is larger than a cache is copied to its last pixel`(
        padding: Int, margin: Int
    ) {
        let memory = ScanoutMemory(1600, 800, .xrgb8888, padding: padding)
        let picture = Bitmap(width: 1600, height: 800, format: .xrgb32)
        var random = SeededGenerator(seed: 3)
        picture.withPixels { pixels, row in
            for index in 0..<row * 800 { pixels[index] = .random(in: 0...0xFFFFFF, using: &random) }
        }
        let shown = PixelRect(x: margin, y: margin, width: 1600 - 2 * margin, height: 800 - margin)
        memory.pixels.copy(Region(shown), of: picture)
        #expect(memory.isIntact)
        let canary = UInt32(ScanoutMemory.canary) * 0x0101_0101
        let wrong = (0..<800).filter { y in
            (0..<1600).contains { x in
                let isShown = shown.contains(PixelPoint(x: x, y: y))
                return memory[x, y] & 0xFFFFFF != (isShown ? picture[x, y] : canary) & 0xFFFFFF
            }
        }
        #expect(wrong.isEmpty)
    }

    /// A pixel as it should be, worked out in another way than the product does.
    private func reference(_ pixel: UInt32, _ format: FramebufferFormat, x: Int, y: Int) -> UInt32 {
        let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
        switch format {
        case .xrgb8888: return pixel & 0xFFFFFF
        case .xbgr8888: return blue << 16 | green << 8 | red
        case .rgb565:
            let bayer: [[Double]] = [
                [0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5],
            ]
            func bits(_ value: UInt32, _ most: Double) -> UInt32 {
                let exact = Double(value) * most / 255
                return UInt32(exact + bayer[y % 4][x % 4] / 16 + 127.0 / 4080 + 1e-9)
            }
            return bits(red, 31) << 11 | bits(green, 63) << 5 | bits(blue, 31)
        }
    }

    @Test func `a 16-bit format keeps black and white exact`() {
        let memory = ScanoutMemory(8, 4, .rgb565, padding: 0)
        let picture = Bitmap(width: 8, height: 4, format: .xrgb32)
        for (color, expected) in [(Color.black, 0 as UInt32), (.white, 0xFFFF)] {
            picture.fill(color)
            memory.pixels.copy(Region(picture.bounds), of: picture)
            for y in 0..<4 {
                for x in 0..<8 { #expect(memory[x, y] == expected) }
            }
        }
    }

    @Test func `a 16-bit format keeps the mean of a colour`() {
        let memory = ScanoutMemory(4, 4, .rgb565, padding: 0)
        let picture = Bitmap(width: 4, height: 4, format: .xrgb32)
        for value in 0..<256 {
            picture.fill(
                Color(
                    red: Double(value) / 255, green: Double(value) / 255, blue: Double(value) / 255)
            )
            memory.pixels.copy(Region(picture.bounds), of: picture)
            var (red, green) = (0, 0)
            for y in 0..<4 {
                for x in 0..<4 {
                    red += Int(memory[x, y] >> 11)
                    green += Int(memory[x, y] >> 5 & 63)
                }
            }
            // Sixteen steps of a thirty-first: a sixteenth of such a step either way.
            #expect(abs(Double(red) / 16 / 31 - Double(value) / 255) < 1.0 / 16 / 31)
            #expect(abs(Double(green) / 16 / 63 - Double(value) / 255) < 1.0 / 16 / 63)
        }
    }

    @Test func `a gradient in a 16-bit format has the expected pixels`() {
        let memory = ScanoutMemory(16, 2, .rgb565, padding: 0)
        let picture = Bitmap(width: 16, height: 2, format: .xrgb32)
        for x in 0..<16 {
            let gray = Double(x * 4) / 255
            picture.fill(
                PixelRect(x: x, y: 0, width: 1, height: 2),
                Color(red: gray, green: gray, blue: gray))
        }
        memory.pixels.copy(Region(picture.bounds), of: picture)
        let rows = (0..<2).map { y in
            (0..<16).map { x in String(memory[x, y], radix: 16) }.joined(separator: " ")
        }
        #expect(
            rows == [
                "0 821 841 1062 861 10a2 18c3 20e4 18e3 2124 2945 3166 2965 31a6 31a6 39e7",
                "0 20 841 861 1082 10a2 18c3 18e3 2104 2124 2945 2965 3186 31a6 39c7 39e7",
            ])
    }

    // MARK: Pictures

    /// Fills up to three rectangles, and returns where.
    private func draw(in picture: Bitmap, _ random: inout SeededGenerator) -> Region {
        var damage = Region()
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let rect = PixelRect(
                x: .random(in: 0..<Self.width, using: &random),
                y: .random(in: 0..<Self.height, using: &random),
                width: .random(in: 1...12, using: &random),
                height: .random(in: 1...5, using: &random)
            ).intersection(picture.bounds)
            let pixel = UInt32.random(in: 0...0xFFFFFF, using: &random)
            picture.withPixels { pixels, row in
                for y in rect.minY..<rect.maxY {
                    (pixels + y * row + rect.minX).update(repeating: pixel, count: rect.width)
                }
            }
            damage.formUnion(rect)
        }
        return damage
    }

    private func equal(_ a: Bitmap, _ b: Bitmap) -> Bool {
        a.withPixels { first, row in
            b.withPixels { second, _ in memcmp(first, second, row * 4 * Self.height) == 0 }
        }
    }
}
