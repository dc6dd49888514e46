import Drawing
import Fingers
import Testing

@testable import Controls

@Suite struct PageControlTests {
    private let window = Window(size: Size(width: 400, height: 200))
    private let pages = PageControl(frame: Rect(x: 20, y: 20, width: 300, height: 50))
    private let panel: Glass
    private let listener: EventListener

    init() {
        window.backgroundColor = .black
        window.addSubview(pages)
        pages.numberOfPages = 4
        panel = Glass(window)
        listener = EventListener(to: pages)
    }

    @Test func `a tap beside the current dot selects the page on that side`() {
        panel.touch(pages, at: Point(x: 290, y: 25)).lift()
        #expect(pages.currentPage == 1)
        #expect(
            listener.read() == [
                "touchDown", "editingDidBegin", "valueChanged", "touchUpInside", "editingDidEnd",
            ])
        panel.touch(pages, at: Point(x: 10, y: 25)).lift()
        panel.touch(pages, at: Point(x: 10, y: 25)).lift()
        #expect(pages.currentPage == 0)
        #expect(listener.readChangeCount() == 1, "there is no page before the first")
    }

    @Test func `a swipe selects the next page, one at a time`() {
        let finger = panel.touch(pages).drag(left: 200)
        #expect(pages.currentPage == 1)
        #expect(listener.readChangeCount() == 1)
        finger.lift()
        panel.touch(pages).drag(left: 100).lift()
        panel.touch(pages).drag(right: 100).lift()
        #expect(pages.currentPage == 1)
        pages.isRightToLeft = true
        panel.touch(pages).drag(right: 100).lift()
        #expect(pages.currentPage == 2)
    }

    @Test func `a finger that is cancelled or lifts outside changes nothing`() {
        panel.touch(pages, at: Point(x: 290, y: 25)).cancel()
        panel.touch(pages, at: Point(x: 290, y: 25)).drag(down: 100).lift()
        #expect(pages.currentPage == 0)
        #expect(listener.readChangeCount() == 0)
    }

    @Test(.enabled(if: PanelFont.isInstalled)) func `a tap on a tab selects its page`() throws {
        pages.titles = ["Inputs", "Groups", "Matrix", "Setup"]
        pages.font = try PanelFont.font(size: 16)
        _ = panel.nextFrame()
        panel.touch(pages, at: pages.rectForPage(at: 2).center).lift()
        #expect(pages.currentPage == 2)
        pages.isRightToLeft = true
        panel.touch(pages, at: Point(x: 290, y: 25)).lift()
        #expect(pages.currentPage == 0)
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a page control can hide for a single page, and then ignores touches`() {
        pages.hidesForSinglePage = true
        _ = panel.nextFrame()
        pages.numberOfPages = 1
        _ = panel.nextFrame()
        panel.touch(pages).lift()
        #expect(listener.read() == [])
        let empty = Bitmap(width: 400, height: 200, format: .xrgb32)
        empty.fill(.black)
        #expect(panel.picture.looksLike(empty))
        pages.numberOfPages = 2
        #expect(!panel.nextFrame().isEmpty)
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a page set by a program is clamped to the valid pages and sends no event`() {
        pages.currentPage = 99
        #expect(pages.currentPage == 3)
        pages.numberOfPages = 2
        #expect(pages.currentPage == 1)
        pages.currentPage = -4
        #expect(pages.currentPage == 0)
        pages.numberOfPages = .max
        #expect(pages.numberOfPages == PageControl.maximumNumberOfPages)
        pages.numberOfPages = .min
        #expect(pages.numberOfPages == 0 && pages.currentPage == 0)
        panel.touch(pages).drag(left: 100).lift()
        #expect(listener.readChangeCount() == 0)
    }

    @Test func `setting a property to its current value draws nothing`() {
        pages.currentPage = 0
        pages.numberOfPages = 4
        pages.titles = []
        pages.theme = pages.theme
        pages.pageIndicatorTintColor = nil
        pages.hidesForSinglePage = false
        #expect(!window.needsFrame)
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `each change redraws only around the frame, and matches a full redraw`() {
        var red = Theme.dark
        (red.tick, red.accent) = (.red, .purple)
        let changes: [() -> Void] = [
            { pages.currentPage = 2 }, { pages.pageIndicatorTintColor = .green },
            { pages.currentPageIndicatorTintColor = .yellow }, { pages.numberOfPages = 7 },
            { pages.isEnabled = false }, { pages.theme = red }, { pages.isEnabled = true },
            { pages.isHighlighted = true }, { pages.isRightToLeft = true },
            { pages.frame = Rect(x: 20, y: 20, width: 200, height: 44) },
        ]
        for (index, change) in changes.enumerated() {
            change()
            let damage = panel.nextFrame()
            #expect(!damage.isEmpty, "change \(index)")
            let around = PixelRect(x: 14, y: 14, width: 312, height: 62)
            #expect(around.contains(damage.extents), "change \(index): \(damage.extents)")
            #expect(panel.missedPixels.isEmpty, "change \(index)")
        }
    }
}
