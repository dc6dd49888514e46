import Drawing
import Fingers
import Testing

@testable import Controls

@Suite struct ImageViewTests {
    private let window = Window(size: Size(width: 120, height: 100))
    private let view = ImageView(frame: Rect(x: 20, y: 10, width: 80, height: 60))
    private let panel: Glass
    private let square = Image(size: Size(width: 20, height: 20)) {
        $0.fill(Rect(x: 0, y: 0, width: 20, height: 20), .green)
    }

    init() {
        window.backgroundColor = .black
        window.addSubview(view)
        view.image = square
        panel = Glass(window)
    }

    /// The pixels of the window that are not black.
    private var lit: PixelRect {
        _ = panel.nextFrame()
        let empty = Bitmap(width: 120, height: 100, format: .xrgb32)
        return panel.picture.differingPixels(from: empty, tolerance: 0).extents
    }

    @Test(arguments: [
        (ImageView.ContentMode.scaleToFill, PixelRect(x: 20, y: 10, width: 80, height: 60)),
        (.scaleAspectFit, PixelRect(x: 30, y: 10, width: 60, height: 60)),
        (.scaleAspectFill, PixelRect(x: 20, y: 10, width: 80, height: 60)),
        (.center, PixelRect(x: 50, y: 30, width: 20, height: 20)),
        (.topLeft, PixelRect(x: 20, y: 10, width: 20, height: 20)),
        (.right, PixelRect(x: 80, y: 30, width: 20, height: 20)),
        (.bottom, PixelRect(x: 50, y: 50, width: 20, height: 20)),
    ])
    func `the content mode sets the position of an image`(
        mode: ImageView.ContentMode, place: PixelRect
    ) {
        view.contentMode = mode
        #expect(lit == place)
    }

    @Test func `a view is as large as its image, and taps pass through it`() {
        #expect(view.intrinsicContentSize == square.size)
        #expect(ImageView(image: square).frame.size == square.size)
        #expect(ImageView(frame: .zero).intrinsicContentSize == .zero)
        #expect(window.hitTest(Point(x: 50, y: 30)) === window)
    }

    @Test func `a highlighted view shows its highlighted image, if it has one`() {
        view.isHighlighted = true
        #expect(panel.nextFrame().isEmpty)
        view.highlightedImage = square.withTintColor(.red)
        _ = panel.nextFrame()
        #expect(panel.picture[50, 30] == 0xffff_0000)
        view.isHighlighted = false
        _ = panel.nextFrame()
        #expect(panel.picture[50, 30] == 0xff00_ff00)
    }

    @Test func `setting a tint colours the image, and removing it restores the image`() {
        view.tintColor = .blue
        _ = panel.nextFrame()
        #expect(panel.picture[50, 30] == 0xff00_00ff)
        view.tintColor = nil
        _ = panel.nextFrame()
        #expect(panel.picture[50, 30] == 0xff00_ff00)
    }

    @Test func `a view redraws only on a change, and redraws nothing outside itself`() {
        view.image = square
        view.contentMode = .scaleToFill
        view.tintColor = nil
        view.highlightedImage = square
        #expect(panel.nextFrame().isEmpty)
        view.image = nil
        #expect(panel.nextFrame().extents == PixelRect(x: 20, y: 10, width: 80, height: 60))
        #expect(lit.isEmpty)
    }
}
