import Drawing
import Fingers
import Foundation
import Testing

@testable import Controls
@testable import Layers

@Suite(.enabled(if: FileManager.default.fileExists(atPath: Font.defaultPath)))
struct LabelTests {
    private let window = Window(size: Size(width: 300, height: 200))
    private let label: Label
    private let font: Font
    private let panel: Glass

    init() throws {
        font = try FontCollection().font(size: 20)
        label = Label(frame: Rect(x: 20, y: 20, width: 120, height: 60), font: font)
        window.backgroundColor = .black
        window.addSubview(label)
        panel = Glass(window)
    }

    private var lines: [String] {
        label.layoutIfNeeded()
        return label.layer.sublayers.compactMap { ($0 as? TextLayer)?.string }
    }

    private var sizes: Set<Double> {
        label.layoutIfNeeded()
        return Set(label.layer.sublayers.compactMap { ($0 as? TextLayer)?.font.size })
    }

    @Test func `text is drawn inside the frame, and the same text is not redrawn`() {
        #expect(!window.needsFrame)
        label.text = "Drums"
        let damage = panel.nextFrame()
        #expect(!damage.isEmpty)
        #expect(PixelRect(x: 20, y: 20, width: 120, height: 60).contains(damage.extents))
        label.text = "Drums"
        label.textColor = label.textColor
        label.font = label.font
        label.numberOfLines = 1
        #expect(panel.nextFrame().isEmpty)
        label.text = ""
        #expect(!panel.nextFrame().isEmpty)
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `one line ends in an ellipsis, and several lines break between words`() {
        label.text = "Overheads left and right"
        #expect(lines == ["Overheads left and right"])
        label.numberOfLines = 2
        #expect(lines == ["Overheads", "left and right"])
        label.numberOfLines = 3
        label.text = "One\ntwo three\n\nfour"
        #expect(lines == ["One", "two three", " four"])
        label.numberOfLines = 0
        label.frame.size.height = 200
        #expect(lines == ["One", "two three", "", "four"])
    }

    @Test func `a label without a line limit has as many lines as fit`() {
        label.numberOfLines = 0
        label.text = "a b c d e f g h i j k l m n o p q r s t u v w x y z"
        label.frame.size.width = 40
        #expect(lines.count == Int(60 / font.lineHeight))
    }

    @Test func `text that shrinks keeps its words, down to the minimum scale`() {
        label.text = "Overheads left"
        #expect(sizes == [20])
        label.adjustsFontSizeToFitWidth = true
        let shrunk = sizes
        #expect(shrunk.allSatisfy { $0 < 20 && $0 >= 12 })
        label.text = "Overheads left and right and everything else"
        #expect(sizes == [12])
        label.text = "Hat"
        #expect(sizes == [20])
        label.minimumScaleFactor = .nan
        #expect(label.minimumScaleFactor == 0.6)
        label.minimumScaleFactor = 0
        #expect(label.minimumScaleFactor == 0.1)
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `an icon gives way to text that is hardly readable beside it`() {
        label.adjustsFontSizeToFitWidth = true
        label.icon = .microphone
        func isIconShown(beside text: String) -> Bool {
            label.text = text
            _ = panel.nextFrame()
            #expect(panel.missedPixels.isEmpty)
            return label.layer.sublayers.contains { !($0 is TextLayer) && !$0.isHidden }
        }
        #expect(isIconShown(beside: "Kick"))
        #expect(isIconShown(beside: "Kick outer"))
        #expect(!isIconShown(beside: "Kick outsides"))
        #expect(sizes.allSatisfy { $0 > 16 })
        #expect(isIconShown(beside: ""))
        let whole = label.intrinsicContentSize
        #expect(!isIconShown(beside: "Kick outsides") && label.intrinsicContentSize.width > 120)
        label.adjustsFontSizeToFitWidth = false
        #expect(!isIconShown(beside: "Kick outsides"))
        label.text = ""
        #expect(label.intrinsicContentSize == whole)
    }

    @Test func `labels side by side have one size, in which the widest fits`() {
        let wide = Label(frame: label.frame.offsetBy(dx: 130, dy: 0), font: font)
        let texts = (label, wide)
        for label in [texts.0, texts.1] { label.adjustsFontSizeToFitWidth = true }
        func sizes(_ first: String, _ second: String, legible: Double = 10) -> [Double] {
            (texts.0.text, texts.1.text) = (first, second)
            Label.unifySizes(of: [texts.0, texts.1], legible: legible)
            return [texts.0, texts.1].flatMap { label in
                label.layoutIfNeeded()
                return label.layer.sublayers.compactMap { ($0 as? TextLayer)?.font.size }
            }
        }
        #expect(sizes("Pan", "Gain") == [20, 20])
        let shrunk = sizes("Pan", "Overheads left")
        #expect(shrunk[0] == shrunk[1] && (16..<20).contains(shrunk[0]))
        // One that is much too long does not make its neighbours illegible.
        #expect(sizes("Pan", "Overheads left and right and everything else") == [16, 12])
        #expect(sizes("Pan", "Overheads left", legible: 19) == [19, shrunk[1]])
        // One that has left out its icon for its text.
        wide.icon = .microphone
        let named = sizes("Pan", "Kick outsides")
        #expect(named[0] == named[1] && named[0] > 16)
        wide.icon = nil
        #expect(sizes("Pan", "Gain") == [20, 20])
    }

    @Test func `a label has a background with rounded corners`() {
        label.text = "Vox"
        label.backgroundColor = .red
        label.cornerRadius = 10
        _ = panel.nextFrame()
        #expect(panel.picture[22, 50] == 0xffff_0000)
        #expect(panel.picture[20, 20] == 0xff00_0000)
        label.cornerRadius = -3
        #expect(label.cornerRadius == 10)
    }

    @Test func `text follows a range slider, and can stop following it`() {
        let range = RangeSlider(frame: Rect(x: 20, y: 100, width: 200, height: 40))
        window.addSubview(range)
        label.showValue(of: range, format: ValueFormat(decimals: 1))
        #expect(label.text == "0.2 … 0.8")
        range.lowerValue = 0.4
        #expect(label.text == "0.4 … 0.8")
        panel.touch(range, .upper).drag(left: 400).lift()
        #expect(label.text == "0.4 … 0.4")
        let knob = Knob(frame: .zero)
        knob.valueFormat = ValueFormat(style: .number(unit: "dB"), decimals: 1)
        label.showValue(of: knob)
        range.lowerValue = 0
        #expect(label.text == "0.0 dB")
        knob.valueFormat = ValueFormat(style: .number(unit: "%"), decimals: 0)
        #expect(label.text == "0 %")
    }

    @Test func `the text on a knob follows its value`() {
        let knob = Knob(frame: Rect(x: 160, y: 20, width: 120, height: 120))
        window.addSubview(knob)
        knob.font = font
        knob.showsValue = true
        knob.title = "Gain"
        _ = panel.nextFrame()
        let texts = { knob.shownTexts.map(\.text) }
        #expect(texts() == ["0.00", "Gain"])
        panel.touch(knob).turn(.degrees(63)).lift()
        #expect(texts() == ["0.20", "Gain"])
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
        knob.font = nil
        _ = panel.nextFrame()
        #expect(texts().isEmpty)
    }

    @Test func `scale labels are drawn beside the track, and the track makes room for them`() {
        func middle(of control: ScaledControl) -> Double {
            (control as? Slider)?.thumbRect.midX ?? (control as? RangeSlider)?.upperThumbRect.midX
                ?? .nan
        }
        let frame = Rect(x: 160, y: 10, width: 90, height: 180)
        for control in [
            Slider(frame: frame, isVertical: true), RangeSlider(frame: frame, isVertical: true),
        ] {
            window.addSubview(control)
            control.ticks = [0, 0.5, 1]
            _ = panel.nextFrame()
            let before = middle(of: control)
            control.font = font
            control.showsTickLabels = true
            _ = panel.nextFrame()
            #expect(middle(of: control) > before + 5, "\(type(of: control))")
            #expect(panel.missedPixels.isEmpty)
            control.isRightToLeft = true
            _ = panel.nextFrame()
            #expect(middle(of: control) < before - 5, "\(type(of: control))")
            #expect(panel.missedPixels.isEmpty)
            control.removeFromSuperview()
        }
    }
}
