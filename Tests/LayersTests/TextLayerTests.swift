import Drawing
import Foundation
import Testing

@testable import Layers

@Suite(.enabled(if: FileManager.default.fileExists(atPath: Font.defaultPath)))
struct TextLayerTests {
    private let font: Font
    private let layer: TextLayer
    private let root: Layer

    init() throws {
        font = try FontCollection().font(size: 20)
        layer = TextLayer(font: font)
        root = Picture().root
        root.addSublayer(layer)
    }

    /// The pixels that the text covers in a frame.
    private func ink(_ text: String, in frame: Rect) -> PixelRect {
        layer.string = text
        layer.frame = frame
        var picture = Picture(root: root)
        _ = picture.nextFrame()
        let text = picture.drawnWhole()
        layer.isHidden = true
        _ = picture.nextFrame()
        defer { layer.isHidden = false }
        return text.differingPixels(from: picture.drawnWhole()).extents
    }

    @Test func `text stays in its frame, however small the frame is`() {
        for text in ["Wj", "Á\u{323}", "——"] {
            for width in [0, 3, 9.5, 22, 40] {
                for height in [5.0, 30] {
                    let frame = Rect(x: 60, y: 40, width: width, height: height)
                    for alignment in [TextLayer.Alignment.left, .center, .right] {
                        layer.alignment = alignment
                        let ink = ink(text, in: frame)
                        #expect(
                            ink.isEmpty || frame.integral.contains(ink),
                            "\(text), \(width) by \(height), \(alignment)")
                    }
                }
            }
        }
        // It is drawn where it fits.
        #expect(ink("W", in: Rect(x: 60, y: 40, width: 40, height: 30)).width > 15)
    }

    @Test func `natural alignment starts text at the side where reading starts`() {
        let frame = Rect(x: 20, y: 20, width: 160, height: 40)
        layer.alignment = .natural
        #expect(ink("Vox", in: frame).minX < 25)
        // An override, so that no font for Hebrew is needed.
        #expect(ink("\u{202e}Vox", in: frame).minX < 25)
        #expect(ink("\u{200f}Vox", in: frame).maxX > 175)
    }
}
