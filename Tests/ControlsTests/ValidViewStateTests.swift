import Drawing
import Fingers
import TestVectors
import Testing

@testable import Controls

/// Whatever a program assigns and fingers do, in whatever order: what shows something can always be
/// shown.
@Suite struct ValidViewStateTests {
    private static let odd: [Double] = [
        .nan, .signalingNaN, .infinity, -.infinity, 0, -0.0, 1, -1, 0.2, 1e300, -1e300,
        .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 40, -60,
    ]

    private var generator = SeededGenerator(seed: 13)
    private let window = Window(size: Size(width: 300, height: 120))
    private let panel: Glass

    init() {
        window.backgroundColor = .black
        panel = Glass(window)
    }

    private mutating func flag() -> Bool { .random(using: &generator) }

    private mutating func color() -> Color? { flag() ? nil : flag() ? .red : .clear }

    private mutating func image() -> Image? {
        guard flag() else { return nil }
        let side = Double(Int.random(in: 1...80, using: &generator))
        return Image(size: Size(width: side, height: side)) {
            $0.fill(Rect(x: 0, y: 0, width: side, height: side), .green)
        }
    }

    @Test mutating func `a switch is on or off, and its thumb position is valid`() {
        for _ in 0..<80 {
            let key = Switch(
                frame: Rect(x: 10, y: 10, width: 80, height: 40), isVertical: flag())
            window.addSubview(key)
            var steps: [Int] = []
            for _ in 0..<14 {
                let kind = Int.random(in: 0..<9, using: &generator)
                let before = key.isOn
                var mayChange = false
                switch kind {
                case 0: key.setOn(before, animated: flag())
                case 1:
                    key.setOn(!before, animated: flag())
                    mayChange = true
                case 2: key.isRightToLeft.toggle()
                case 3: (key.onTintColor, key.thumbTintColor) = (color(), color())
                case 4:
                    key.frame.size = Size(
                        width: .random(in: 0...120, using: &generator),
                        height: .random(in: 0...80, using: &generator))
                case 5: key.isEnabled.toggle()
                case 6: _ = panel.nextFrame()
                default:
                    panel.touch(key).drag(right: .random(in: -90...90, using: &generator)).lift()
                    mayChange = true
                }
                steps.append(kind)
                #expect(mayChange || key.isOn == before, "\(steps)")
                #expect(key.thumbRect.minX.isFinite && key.thumbRect.minY.isFinite, "\(steps)")
                #expect(!key.isTracking, "\(steps)")
                key.layoutIfNeeded()
            }
            _ = panel.nextFrame(after: .seconds(2))
            _ = panel.nextFrame(after: .seconds(2))
            #expect(!window.needsFrame, "it comes to rest: \(steps)")
            key.removeFromSuperview()
        }
    }

    @Test(.enabled(if: PanelFont.isInstalled))
    mutating func `a label always keeps numbers that it can be drawn with`() throws {
        let font = try PanelFont.font(size: 16)
        for _ in 0..<60 {
            let label = Label(frame: Rect(x: 10, y: 10, width: 80, height: 40), font: font)
            window.addSubview(label)
            var steps: [String] = []
            for _ in 0..<12 {
                let number = Self.odd.randomElement(using: &generator) ?? 0
                let kind = Int.random(in: 0..<8, using: &generator)
                switch kind {
                case 0:
                    label.text =
                        ["", "-6 dB", "ä\n\nb", String(repeating: "w", count: 200)]
                        .randomElement(using: &generator) ?? ""
                case 1:
                    label.numberOfLines =
                        [.min, -1, 0, 1, 3, .max]
                        .randomElement(using: &generator) ?? 1
                case 2: label.minimumScaleFactor = number
                case 3: label.textInset = number > 1 ? .infinity : number
                case 4: label.cornerRadius = number
                case 5: label.adjustsFontSizeToFitWidth.toggle()
                case 6: label.frame.size.width = .random(in: 0...120, using: &generator)
                default: label.font = font.withSize(.random(in: 1...40, using: &generator))
                }
                steps.append("\(kind): \(number)")
                #expect(label.minimumScaleFactor > 0 && label.minimumScaleFactor <= 1, "\(steps)")
                #expect(label.textInset >= 0 && label.textInset.isFinite, "\(steps)")
                #expect(label.cornerRadius >= 0 && label.cornerRadius.isFinite, "\(steps)")
                #expect(label.numberOfLines >= 0, "\(steps)")
                let size = label.sizeThatFits(label.bounds.size)
                #expect(size.width.isFinite && size.height.isFinite, "\(steps)")
                _ = panel.nextFrame()
            }
            label.removeFromSuperview()
        }
    }

    @Test mutating func `an image view shows the image that was set last`() {
        for _ in 0..<60 {
            let view = ImageView(frame: Rect(x: 10, y: 10, width: 80, height: 40))
            window.addSubview(view)
            for _ in 0..<12 {
                let kind = Int.random(in: 0..<7, using: &generator)
                switch kind {
                case 0: view.image = image()
                case 1: view.highlightedImage = image()
                case 2: view.isHighlighted.toggle()
                case 3:
                    view.contentMode =
                        ImageView.ContentMode.allCases.randomElement(using: &generator)
                        ?? .scaleToFill
                case 4: view.tintColor = color()
                case 5: view.isRightToLeft.toggle()
                default:
                    view.frame.size = Size(
                        width: .random(in: 0...120, using: &generator),
                        height: .random(in: 0...80, using: &generator))
                }
                let shown =
                    view.isHighlighted ? view.highlightedImage ?? view.image : view.image
                #expect(view.intrinsicContentSize == shown?.size ?? .zero)
                _ = panel.nextFrame()
                #expect(panel.missedPixels.isEmpty, "\(kind)")
            }
            view.removeFromSuperview()
        }
    }
}
