import Drawing
import Foundation
import TestVectors
import Testing

struct BitmapTests {
    @Test(arguments: [(40, 30), (1024, 520), (1280, 800)])
    func `a new bitmap is transparent even in reused memory`(width: Int, height: Int) {
        for _ in 0..<3 {
            let bitmap = Bitmap(width: width, height: height)
            bitmap.withPixels { pixels, pixelsPerRow in
                let memory = UnsafeBufferPointer(start: pixels, count: pixelsPerRow * height)
                #expect(memory.allSatisfy { $0 == 0 })
                // To the last byte, which a memory too small would not have.
                UnsafeMutableBufferPointer(mutating: memory).update(repeating: .max)
            }
        }
    }

    @Test func `compositing follows the definition of OVER`() {
        var random = SeededGenerator(seed: 7)
        for format in [PixelFormat.argb32, .xrgb32] {
            for _ in 0..<30 {
                let target = Bitmap.random(
                    width: 23, height: 17, format: format, using: &random)
                let source = Bitmap.random(width: 11, height: 13, using: &random)
                let origin = PixelPoint(
                    x: .random(in: -12...24, using: &random),
                    y: .random(in: -14...18, using: &random))
                let clip = Region([
                    PixelRect.random(using: &random).offsetBy(dx: 8, dy: 8),
                    PixelRect.random(using: &random).offsetBy(dx: 12, dy: 8),
                ])
                let opacity = Double(Int.random(in: 0...4, using: &random)) / 4
                let expected = target.compositedNaively(
                    source, at: origin, clippedTo: clip, opacity: opacity)
                target.composite(source, at: origin, clippedTo: clip, opacity: opacity)
                #expect(target.differingPixels(from: expected, tolerance: 1).isEmpty)
            }
        }
    }

    @Test func `copying keeps alpha and changes nothing outside the clip`() {
        var random = SeededGenerator(seed: 8)
        let source = Bitmap.random(width: 20, height: 20, using: &random)
        let target = Bitmap.random(width: 30, height: 30, using: &random)
        let before = target.duplicate()
        let clip = Region([
            PixelRect(x: 2, y: 2, width: 9, height: 30),
            PixelRect(x: 5, y: 9, width: 90, height: 3),
        ])
        target.copy(from: source, at: PixelPoint(x: 4, y: -3), clippedTo: clip)
        for y in 0..<30 {
            for x in 0..<30 {
                let inside =
                    clip.contains(PixelPoint(x: x, y: y))
                    && source.bounds.contains(PixelPoint(x: x - 4, y: y + 3))
                #expect(target[x, y] == (inside ? source[x - 4, y + 3] : before[x, y]))
            }
        }
    }

    @Test func `an opaque bitmap covers what is below it`() {
        let target = Bitmap(width: 4, height: 4)
        let source = Bitmap(width: 2, height: 2, format: .xrgb32)
        source.fill(Color(red: 1, green: 0, blue: 0, alpha: 0))
        target.composite(source, at: PixelPoint(x: 1, y: 1), opacity: 0.5)
        #expect(target[1, 1] == 0x8000_0000)
        source.withPixels { pixels, _ in pixels[0] = 0x0012_3456 }
        let opaque = Bitmap(width: 4, height: 4)
        opaque.copy(from: source, at: PixelPoint(x: 1, y: 1))
        #expect(opaque[1, 1] == 0xff12_3456)
        #expect(opaque[0, 0] == 0)
    }

    @Test func `a bitmap over borrowed memory does not write between the rows`() {
        let stride = 32
        let memory = UnsafeMutableRawPointer.allocate(byteCount: stride * 3, alignment: 4)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0xee, count: stride * 3)
        let bitmap = Bitmap(
            borrowing: memory, width: 5, height: 3, stride: stride, format: .argb32)
        bitmap.fill(.white)
        Context(bitmap).fill(Rect(x: 0, y: 0, width: 50, height: 50), .red)
        #expect(bitmap[4, 2] == 0xffff_0000)
        for y in 0..<3 {
            for x in 20..<stride {
                #expect(memory.load(fromByteOffset: y * stride + x, as: UInt8.self) == 0xee)
            }
        }
    }

    @Test func `an encoded PNG has the pixels of the bitmap`() throws {
        var random = SeededGenerator(seed: 9)
        for format in [PixelFormat.argb32, .xrgb32] {
            let bitmap = Bitmap(width: 19, height: 7, format: format)
            bitmap.fill(PixelRect(x: 3, y: 2, width: 9, height: 4), .orange)
            bitmap.composite(
                .random(width: 5, height: 5, alpha: 255...255, using: &random), opacity: 1)
            let data = try bitmap.pngData()
            #expect(data.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
            let read = try Bitmap(pngData: data)
            #expect(read.format == format)
            #expect(read.looksLike(bitmap))
        }
    }

    @Test func `a PNG encoded a few rows at a time has the pixels of the bitmap`() throws {
        var random = SeededGenerator(seed: 11)
        for rows in [1, 7, 64, 1000] {
            // Noise does not fit zlib's buffers, a plain picture never fills one.
            let bitmap = Bitmap(width: 301, height: 67, format: .xrgb32)
            bitmap.fill(.orange)
            bitmap.composite(
                .random(width: 301, height: 40, alpha: 255...255, using: &random), opacity: 1)
            let encoder = try PNGEncoder(bitmap)
            var slices = 1
            var data = try encoder.encode(rows: rows)
            while data == nil {
                slices += 1
                data = try encoder.encode(rows: rows)
            }
            #expect(slices == (67 + rows - 1) / rows)
            let read = try Bitmap(pngData: try #require(data))
            #expect(read.looksLike(bitmap))
        }
    }

    @Test(arguments: [
        (
            // A palette, of which one colour is half transparent.
            "iVBORw0KGgoAAAANSUhEUgAAAAMAAAABAgMAAABmjvwnAAAACVBMVEX/AAAA/wAAAP8tSs2KAAAAAnRS"
                + "TlP/gAgPs2oAAAAKSURBVHicY5AAAAAaABktiPQ2AAAAAElFTkSuQmCC",
            [0xffff_0000, 0x8000_8000, 0xff00_00ff] as [UInt32]
        ),
        (
            // One bit for each pixel.
            "iVBORw0KGgoAAAANSUhEUgAAAAMAAAABAQAAAAAzmykZAAAACklEQVR4nGNYAAAAogCh3I2xzAAAAABJ"
                + "RU5ErkJggg==",
            [0xffff_ffff, 0xff00_0000, 0xffff_ffff]
        ),
        (
            // Sixteen bits for each component.
            "iVBORw0KGgoAAAANSUhEUgAAAAMAAAABEAYAAABLcMj3AAAAFElEQVR4nGP4/58BCEAkCDc0wHgAfSUI"
                + "+efunDsAAAAASUVORK5CYII=",
            [0xffff_0000, 0x8000_8000, 0]
        ),
        (
            // The same with greys, whose colour space is not named.
            "iVBORw0KGgoAAAANSUhEUgAAAAMAAAABEAIAAADEEl+gAAAAEElEQVR42mNwAIMGMDgABgBDkwkB1nGLpgAA"
                + "AABJRU5ErkJggg==",
            [0xff40_4040, 0xff80_8080, 0xffc0_c0c0]
        ),
        (
            // Interlaced.
            "iVBORw0KGgoAAAANSUhEUgAAAAMAAAABCAIAAAHjhbN1AAAAD0lEQVR4nGP4zwAC/0EIABH6Av7FsT5J"
                + "AAAAAElFTkSuQmCC",
            [0xffff_0000, 0xff00_ff00, 0xff00_00ff]
        ),
    ])
    func `a PNG of any kind is read`(file: String, pixels: [UInt32]) throws {
        let data = try #require(Data(base64Encoded: file))
        let bitmap = try Bitmap(pngData: [UInt8](data))
        #expect((bitmap.width, bitmap.height) == (3, 1))
        #expect((0..<3).map { bitmap[$0, 0] } == pixels)
        for length in stride(from: 0, to: data.count - 12, by: 7) {
            #expect(throws: PNGError.self) { try Bitmap(pngData: [UInt8](data.prefix(length))) }
        }
    }

    @Test func `data that is not a PNG is rejected`() throws {
        #expect(throws: PNGError.self) { try Bitmap(pngData: []) }
        #expect(throws: PNGError.self) { try Bitmap(pngData: Array("not a picture".utf8)) }
        let data = try Bitmap(width: 50, height: 50).pngData()
        #expect(throws: PNGError.self) { try Bitmap(pngData: Array(data.prefix(60))) }
    }

    @Test func `differing pixels are found exactly`() {
        let one = Bitmap(width: 10, height: 10)
        let other = Bitmap(width: 10, height: 10)
        #expect(one.looksLike(other))
        let changed = Region([
            PixelRect(x: 7, y: 3, width: 3, height: 1), PixelRect(x: 0, y: 5, width: 1, height: 2),
        ])
        one.fill(changed, Color(premultipliedPixel: 0x0100_0001))
        #expect(one.differingPixels(from: other) == changed)
        #expect(one.differingPixels(from: other, tolerance: 1).isEmpty)
    }

    @Test func `bitmaps without pixels are harmless`() {
        let empty = Bitmap(width: 0, height: 5)
        empty.fill(.red)
        let target = Bitmap(width: 3, height: 3)
        target.composite(empty)
        target.copy(from: empty)
        Context(empty).fill(Rect(x: 0, y: 0, width: 9, height: 9), .red)
        #expect(target.looksLike(Bitmap(width: 3, height: 3)))
    }
}

extension Bitmap {
    fileprivate static func random(
        width: Int, height: Int, format: PixelFormat = .argb32,
        alpha: ClosedRange<UInt32> = 0...255, using random: inout SeededGenerator
    ) -> Bitmap {
        let bitmap = Bitmap(width: width, height: height, format: format)
        bitmap.withPixels { pixels, pixelsPerRow in
            for y in 0..<height {
                for x in 0..<width {
                    let alpha = UInt32.random(in: alpha, using: &random)
                    pixels[y * pixelsPerRow + x] =
                        alpha << 24 | .random(in: 0...alpha, using: &random) << 16
                        | .random(in: 0...alpha, using: &random) << 8
                        | .random(in: 0...alpha, using: &random)
                }
            }
        }
        return bitmap
    }

    fileprivate func duplicate() -> Bitmap {
        let bitmap = Bitmap(width: width, height: height, format: format)
        bitmap.copy(from: self)
        return bitmap
    }

    fileprivate func compositedNaively(
        _ source: Bitmap, at origin: PixelPoint, clippedTo clip: Region, opacity: Double
    ) -> Bitmap {
        let result = duplicate()
        result.withPixels { pixels, pixelsPerRow in
            for y in 0..<height {
                for x in 0..<width {
                    let place = PixelPoint(x: x - origin.x, y: y - origin.y)
                    guard clip.contains(PixelPoint(x: x, y: y)), source.bounds.contains(place)
                    else { continue }
                    let above = source[place.x, place.y]
                    let below = self[x, y]
                    let alpha = Double(above >> 24) / 255 * opacity
                    pixels[y * pixelsPerRow + x] = [0, 8, 16, 24].reduce(0) { pixel, shift in
                        let component =
                            Double(above >> shift & 0xff) * opacity
                            + Double(below >> shift & 0xff) * (1 - alpha)
                        return pixel | UInt32(component.rounded()) << shift
                    }
                }
            }
        }
        return result
    }
}
