import Drawing
import Testing

@testable import Controls

/// How large controls want to be.
@Suite struct ContentSizeTests {
    private let side = (8.5 * Window.defaultPixelsPerMillimetre).rounded()

    @Test func `a switch and a stepper are large enough for a finger`() {
        #expect(Switch(frame: .zero).intrinsicContentSize == Size(width: 58, height: side))
        #expect(
            Switch(frame: .zero, isVertical: true).intrinsicContentSize
                == Size(width: side, height: 58))
        let stepper = Stepper(frame: .zero)
        #expect(stepper.intrinsicContentSize == Size(width: side * 2, height: side))
    }

    @Test(.enabled(if: PanelFont.isInstalled)) func `the content size grows with the text`() throws
    {
        let font = try PanelFont.font(size: 20)
        let stepper = Stepper(frame: .zero)
        stepper.font = font
        let usual = stepper.intrinsicContentSize
        stepper.titles = ["A very long name indeed"]
        #expect(stepper.intrinsicContentSize.width > usual.width)

        let segments = SegmentedControl(frame: .zero, titles: ["A", "B", "C"])
        segments.font = font
        let height = max(side, font.lineHeight.rounded(.up) + 12) + 4
        #expect(segments.intrinsicContentSize == Size(width: 3 * side + 4, height: height))
        segments.setTitle("A very long name indeed", forSegmentAt: 1)
        #expect(segments.intrinsicContentSize.width > 3 * 150)

        let label = Label(frame: .zero, font: font)
        #expect(label.intrinsicContentSize == Size(width: 0, height: font.lineHeight))
        label.text = "two\nlines"
        label.numberOfLines = 0
        label.textInset = 5
        let size = label.intrinsicContentSize
        #expect(size.height == 2 * font.lineHeight)
        #expect(
            size.width == (10 + TextLine("lines", font: font, figures: .tabular).width).rounded(.up)
        )

        let pages = PageControl(frame: .zero)
        #expect(pages.intrinsicContentSize == .zero)
        pages.numberOfPages = 3
        #expect(pages.intrinsicContentSize == Size(width: 80, height: side))
        (pages.titles, pages.font) = (["A very long name indeed"], font)
        #expect(pages.intrinsicContentSize.width > 3 * 150)
        pages.numberOfPages = 1
        pages.hidesForSinglePage = true
        #expect(pages.intrinsicContentSize == .zero)
    }

    @Test(.enabled(if: PanelFont.isInstalled))
    func `a button is as wide as its longest title, and never too small for a finger`() throws {
        let button = Button(frame: .zero)
        #expect(button.intrinsicContentSize == Size(width: side, height: side))
        let font = try PanelFont.font(size: 20)
        button.font = font
        button.setTitle("I", for: .normal)
        #expect(button.intrinsicContentSize.width == side)
        button.setTitle("A very long name indeed", for: .selected)
        let title = TextLine("A very long name indeed", font: font).width.rounded(.up)
        #expect(button.intrinsicContentSize.width == title + 16)
        button.setIcon(.star, for: .normal)
        #expect(button.intrinsicContentSize.width == title + 16 + 6 + 24)
        button.sizeToFit()
        #expect(button.bounds.width == title + 16 + 6 + 24)
        button.setImage(Image(Bitmap(width: 700, height: 10)), for: .selected)
        #expect(button.intrinsicContentSize.width == 1400 + 16)
        button.setBackgroundImage(Image(Bitmap(width: 10, height: 90)), for: .normal)
        #expect(button.intrinsicContentSize.height == 90)
    }

    @Test(.enabled(if: PanelFont.isInstalled))
    func `a range has the breadth of a slider with the same scale, and a free length`() throws {
        let (slider, range) = (Slider(frame: .zero), RangeSlider(frame: .zero))
        #expect(range.intrinsicContentSize == Size(width: View.noIntrinsicMetric, height: side))
        for control: ScaledControl in [slider, range] {
            control.font = try PanelFont.font(size: 20)
            control.ticks = [0, 0.5, 1]
            control.showsTickLabels = true
        }
        #expect(range.intrinsicContentSize == slider.intrinsicContentSize)
        #expect(range.intrinsicContentSize.height > side)
        #expect(ColorWell(frame: .zero).intrinsicContentSize == Size(width: side, height: side))
    }

    @Test func `the images set the height of a slider, and its length is free`() {
        let slider = Slider(frame: .zero)
        #expect(slider.intrinsicContentSize == Size(width: View.noIntrinsicMetric, height: side))
        slider.maximumValueImage = Image(Bitmap(width: 10, height: 50))
        #expect(slider.intrinsicContentSize.height == 50)
        let fader = Slider(frame: .zero, isVertical: true)
        fader.minimumValueImage = Image(Bitmap(width: 60, height: 10))
        #expect(fader.intrinsicContentSize == Size(width: 60, height: View.noIntrinsicMetric))
    }
}
