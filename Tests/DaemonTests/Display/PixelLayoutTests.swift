import DRM
import Drawing
import Framebuffer
import Testing

@testable import GlassfaderDaemon

/// Pixels as old framebuffers keep them.
struct PixelLayoutTests {
    private func layout(_ bits: Int, _ channels: [(Int, Int)]) -> PixelLayout? {
        let channels = channels.map { PixelLayout.Channel(offset: $0.0, length: $0.1) }
        return PixelLayout(
            bitsPerPixel: bits, red: channels[0], green: channels[1], blue: channels[2])
    }

    @Test func `common pixel layouts are recognized by name`() throws {
        #expect(
            FramebufferFormat(try #require(layout(32, [(16, 8), (8, 8), (0, 8)]))) == .xrgb8888)
        #expect(
            FramebufferFormat(try #require(layout(32, [(0, 8), (8, 8), (16, 8)]))) == .xbgr8888)
        #expect(
            FramebufferFormat(try #require(layout(16, [(11, 5), (5, 6), (0, 5)]))) == .rgb565)
        #expect(FramebufferFormat(try #require(layout(16, [(0, 5), (5, 6), (11, 5)]))) == nil)
    }

    @Test(
        arguments: [
            (16, [(0, 5), (5, 6), (11, 5)], 0x0000_FF80, 0x87E0),
            (16, [(10, 5), (5, 5), (0, 5)], 0x00FF_8008, 0x7E01),
            (32, [(24, 8), (16, 8), (8, 8)], 0x0012_3456, 0x1234_5600),
            (32, [(8, 8), (16, 8), (24, 8)], 0xFF12_3456, 0x5634_1200),
        ] as [(Int, [(Int, Int)], UInt32, UInt32)])
    func `a colour is converted to the bit positions of the layout`(
        bits: Int, channels: [(Int, Int)], color: UInt32, pixel: UInt32
    ) throws {
        #expect(try #require(layout(bits, channels)).pixel(color) == pixel)
    }

    @Test func `a layout that no picture can be written in is rejected`() {
        #expect(layout(8, [(0, 8), (0, 8), (0, 8)]) == nil, "a palette")
        #expect(layout(24, [(16, 8), (8, 8), (0, 8)]) == nil)
        #expect(layout(16, [(11, 5), (5, 7), (0, 5)]) == nil, "overlapping")
        #expect(layout(32, [(28, 8), (8, 8), (0, 8)]) == nil, "beyond the pixel")
        #expect(layout(32, [(16, 10), (8, 8), (0, 8)]) == nil)
        #expect(layout(16, [(11, 0), (5, 6), (0, 5)]) == nil, "no red")
    }

    /// A row of memory has more bytes than pixels, and what is beside the damage is not touched.
    @Test func `only the damage is written, in its own rows`() throws {
        let reversed = try #require(layout(16, [(0, 5), (5, 6), (11, 5)]))
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 3 * 10, alignment: 8)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0xAA)
        let pixels = ScanoutPixels(
            memory: memory, width: 4, height: 3, pitch: 10, format: .rgb565, layout: reversed)
        let picture = Bitmap(width: 4, height: 3, format: .xrgb32)
        picture.fill(Color(red: 0, green: 0, blue: 1))
        pixels.copy(Region(PixelRect(x: 1, y: 1, width: 2, height: 2)), of: picture)
        let written = memory.indices.filter { memory[$0] != 0xAA }
        #expect(written == [12, 13, 14, 15, 22, 23, 24, 25])
        #expect(memory[12] == 0 && memory[13] == 0xF8)
    }
}
