import Drawing
import Glibc
import Testing

@Suite struct ImageTests {
    /// A frame of one red pixel around 2 × 2 green ones.
    private let framed = Image(size: Size(width: 4, height: 4)) { context in
        context.fill(Rect(x: 0, y: 0, width: 4, height: 4), .red)
        context.fill(Rect(x: 1, y: 1, width: 2, height: 2), .green)
    }
    private let canvas = Bitmap(width: 40, height: 30)

    private func show(_ image: Image, in rect: Rect) { Context(canvas).draw(image, in: rect) }

    @Test func `an image is as large as its bitmap`() {
        #expect(Image(Bitmap(width: 7, height: 3)).size == Size(width: 7, height: 3))
    }

    @Test func `an image drawn at its own size is copied pixel for pixel`() {
        Context(canvas).draw(framed, at: Point(x: 5, y: 6))
        #expect(canvas[5, 6] == 0xffff_0000 && canvas[6, 7] == 0xff00_ff00)
        #expect(canvas[4, 6] == 0 && canvas[9, 6] == 0 && canvas[5, 10] == 0)
    }

    @Test func `caps are not stretched, but the area between them is`() {
        show(
            framed.resizableImage(withCapInsets: EdgeInsets(1)),
            in: Rect(x: 0, y: 0, width: 40, height: 30))
        for x in 0..<40 {
            for y in 0..<30 {
                let isEdge = x == 0 || x == 39 || y == 0 || y == 29
                #expect(canvas[x, y] == (isEdge ? 0xffff_0000 : 0xff00_ff00), "\(x), \(y)")
            }
        }
    }

    @Test func `caps that do not fit are shrunk, and nothing is drawn outside`() {
        let image = framed.resizableImage(
            withCapInsets: EdgeInsets(top: 2, left: 2, bottom: 2, right: 2))
        show(image, in: Rect(x: 10, y: 10, width: 2, height: 2))
        #expect(canvas[10, 10] >> 24 == 255 && canvas[11, 11] >> 24 == 255)
        #expect(canvas[12, 10] == 0 && canvas[9, 10] == 0 && canvas[10, 12] == 0)
    }

    @Test(arguments: [
        EdgeInsets(.nan), EdgeInsets(.infinity), EdgeInsets(-3), EdgeInsets(1e300),
        EdgeInsets(top: 3, left: 3, bottom: 3, right: 3),
    ])
    func `an image with invalid cap insets can still be drawn`(insets: EdgeInsets) {
        let image = framed.resizableImage(withCapInsets: insets)
        #expect(image.capInsets.left + image.capInsets.right <= 4)
        #expect(image.capInsets.top >= 0 && image.capInsets.bottom >= 0)
        show(image, in: Rect(x: 0, y: 0, width: 40, height: 30))
        #expect(canvas[20, 15] >> 24 == 255)
    }

    @Test func `a template is drawn in its tint, with its own opacity`() {
        let image = Image(size: Size(width: 4, height: 4)) {
            $0.fill(Rect(x: 0, y: 0, width: 2, height: 4), .red)
            $0.fill(Rect(x: 2, y: 0, width: 2, height: 4), Color.white.withAlpha(0.5))
        }
        Context(canvas).draw(image.withTintColor(.blue), at: .zero)
        #expect(canvas[0, 0] == 0xff00_00ff)
        #expect(canvas[3, 3] == 0x8000_0080)
    }

    @Test func `mirroring an image swaps left and right`() {
        let image = Image(size: Size(width: 4, height: 2)) {
            $0.fill(Rect(x: 0, y: 0, width: 1, height: 2), .red)
        }
        Context(canvas).draw(image.withHorizontallyFlippedOrientation(), at: Point(x: 10, y: 0))
        #expect(canvas[13, 0] == 0xffff_0000 && canvas[10, 0] == 0)
    }

    @Test func `only an image marked for flipping is mirrored in right-to-left layout`() {
        #expect(!framed.flipped(forRightToLeft: true).isMirrored)
        let arrow = framed.imageFlippedForRightToLeftLayoutDirection()
        #expect(arrow.flipped(forRightToLeft: true).isMirrored)
        #expect(!arrow.flipped(forRightToLeft: false).isMirrored)
    }

    @Test func `images are equal if they show the same bitmap in the same way`() {
        #expect(framed == framed.withTintColor(nil))
        #expect(framed != framed.withTintColor(.red))
        #expect(framed != Image(Bitmap(width: 4, height: 4)))
        #expect(framed != framed.resizableImage(withCapInsets: EdgeInsets(1)))
    }

    @Test func `a PNG file is read, and the error for a damaged file gives the reason`() throws {
        var name = Array("/tmp/glassfader-image-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        #expect(descriptor >= 0)
        let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        let data = try framed.bitmap.pngData()
        #expect(data.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == data.count)
        let image = try Image(contentsOfFile: path)
        #expect(image.size == framed.size && image.bitmap[1, 1] == 0xff00_ff00)

        #expect(ftruncate(descriptor, off_t(data.count / 2)) == 0)
        close(descriptor)
        let error = #expect(throws: ImageError.self) { try Image(contentsOfFile: path) }
        #expect(error?.path == path)
    }

    @Test(arguments: [
        (100_000, 100_000, "it has 100000×100000 pixels: at most 8388608 in all"),
        (8_388_609, 1, "it has 8388609×1 pixels: at most 8388608 in all"),
        (40_000, 2, "it has 40000×2 pixels: at most 32767 in each direction"),
        (4097, 2048, "it has 4097×2048 pixels: at most 8388608 in all"),
    ])
    func `an image that is too large is rejected by its header`(
        width: Int, height: Int, reason: String
    ) throws {
        let path = "/tmp/glassfader-image-\(getpid())-\(width).png"
        defer { unlink(path) }
        var data = try framed.bitmap.pngData()
        for (offset, side) in [(16, width), (20, height)] {
            for byte in 0..<4 { data[offset + byte] = UInt8(side >> (24 - 8 * byte) & 0xFF) }
        }
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        #expect(data.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == data.count)
        close(file)
        let error = #expect(throws: ImageError.self) { try Image(contentsOfFile: path) }
        #expect(error?.reason == reason)
    }

    @Test func `a pipe without a writer is rejected as an image without waiting`() {
        let path = "/tmp/glassfader-image-\(getpid()).fifo"
        defer { unlink(path) }
        #expect(mkfifo(path, 0o600) == 0)
        let error = #expect(throws: ImageError.self) { try Image(contentsOfFile: path) }
        #expect(error?.reason == "it is a FIFO, not a regular file")
    }

    @Test func `the error names an image that does not exist`() {
        let error = #expect(throws: ImageError.self) {
            try Image(contentsOfFile: "/nowhere/knob.png")
        }
        #expect(
            error?.description
                == "cannot use the image /nowhere/knob.png: No such file or directory")
        #expect(throws: ImageError.self) { try Image(contentsOfFile: "/") }
        #expect(throws: ImageError.self) { try Image(contentsOfFile: #filePath) }
    }
}
