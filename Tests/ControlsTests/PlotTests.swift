import Drawing
import Fingers
import Testing

@testable import Controls

@Suite(.enabled(if: PanelFont.isInstalled))
struct PlotTests {
    private let window = Window(size: Size(width: 400, height: 260))
    private let plot = Plot(frame: Rect(x: 10, y: 10, width: 380, height: 240))
    private let glass: Glass

    init() {
        window.backgroundColor = Theme.dark.background
        plot.color = .red
        window.addSubview(plot)
        glass = Glass(window)
    }

    private func show(_ points: [Double]) { plot.setPoints(points, at: glass.now) }

    /// The rows of a column of pixels in which the points are seen.
    private func rows(_ column: Int) -> [Int] {
        let picture = glass.picture
        return picture.withPixels { pixels, pixelsPerRow in
            (0..<picture.height).filter { row in
                let pixel = pixels[row * pixelsPerRow + column]
                return pixel >> 16 & 0xff > 150 && pixel & 0xffff < 0x6060
            }
        }
    }

    /// The columns of pixels in which points are seen.
    private func columns() -> [Int] { (0..<400).filter { !rows($0).isEmpty } }

    // MARK: What is drawn

    @Test func `a line goes through its points`() {
        show([0, 1, 0])
        _ = glass.nextFrame()
        #expect(columns().first == 14 && columns().last == 385)
        #expect((rows(200).first ?? 0) < 16)
        let middle = rows(107)
        #expect(middle.allSatisfy { abs($0 - 130) < 5 } && !middle.isEmpty, "\(middle)")
    }

    @Test func `one point is a level, and no points are an empty plot`() {
        show([0.5])
        _ = glass.nextFrame()
        #expect(columns().count == 372)
        #expect(rows(50) == rows(300))
        show([])
        _ = glass.nextFrame()
        #expect(columns().isEmpty)
    }

    @Test(arguments: [Plot.Style.line, .filled, .bars, .waveform])
    func `no peak is lost among more points than pixels`(style: Plot.Style) {
        plot.style = style
        for place in [0, 1, 777, 2048, 4094, 4095] {
            var points = [Double](repeating: 0.1, count: Plot.mostPoints)
            points[place] = 0.9
            show(points)
            _ = glass.nextFrame()
            let tops = (0..<400).compactMap { rows($0).first }
            #expect((tops.min() ?? 260) <= 39, "\(place): \(tops.min() ?? -1)")
            #expect(glass.missedPixels.isEmpty)
        }
    }

    @Test func `a valley of a line is kept as well`() {
        var points = [Double](repeating: 0.9, count: 4000)
        points[1234] = 0.1
        show(points)
        _ = glass.nextFrame()
        #expect(((0..<400).compactMap { rows($0).last }.max() ?? 0) >= 218)
    }

    @Test func `bars divide the axis, with a line between them`() {
        plot.style = .bars
        show([1, 0.5, 1, 0.25])
        _ = glass.nextFrame()
        let seen = columns()
        #expect(seen.count == 372 - 3 && !seen.contains(14 + 92))
        #expect(Double(rows(60).count) > 1.8 * Double(rows(150).count))
    }

    @Test func `a bar is around its value, if the first and the last one are set`() {
        plot.style = .bars
        plot.xAxis = PlotAxis(from: 0, to: 4) ?? .unit
        plot.extent = 1...3
        show([1, 1, 1])
        _ = glass.nextFrame()
        #expect(columns().first.map { abs($0 - (14 + 46)) < 2 } == true)
        #expect(columns().last.map { abs($0 - (14 + 325)) < 2 } == true)
    }

    @Test func `a waveform shows magnitudes around its middle, and silence as a line`() {
        plot.style = .waveform
        show([-0.5, -0.5])
        _ = glass.nextFrame()
        let half = rows(200)
        #expect(half.count == 116 || half.count == 117)
        #expect(half.first.map { abs($0 - 72) < 2 } == true)
        show([0, 0])
        _ = glass.nextFrame()
        #expect(rows(200).count == 1 || rows(200).count == 2)
    }

    @Test func `a waveform in decibels goes from the least level in the middle to both ends`() {
        plot.style = .waveform
        plot.yAxis = PlotAxis(.decibels, from: -60, to: 0) ?? .unit
        show([-30, -30])
        _ = glass.nextFrame()
        #expect(abs(rows(200).count - 116) < 3)
        show([-.infinity, -.infinity])
        _ = glass.nextFrame()
        #expect(rows(200).count <= 2)
    }

    @Test func `on a logarithmic axis, points are spaced evenly or by their values`() {
        plot.xAxis = PlotAxis(.logarithmic, from: 100, to: 10000) ?? .unit
        plot.style = .filled
        show([0, 0, 1, 0, 0])
        _ = glass.nextFrame()
        #expect(
            columns().min { (rows($0).first ?? 999) < (rows($1).first ?? 999) }
                .map { abs($0 - 200) < 3 } == true)
        // Bins of 0, 500, 1000… Hz: the third is at the middle of the axis.
        plot.extent = 0...10000
        plot.hasEqualSteps = true
        var bins = [Double](repeating: 0, count: 21)
        bins[2] = 1
        show(bins)
        _ = glass.nextFrame()
        #expect(
            columns().min { (rows($0).first ?? 999) < (rows($1).first ?? 999) }
                .map { abs($0 - 200) < 3 } == true)
        #expect(glass.missedPixels.isEmpty)
    }

    @Test func `a logarithmic y axis shows zero and less at the bottom`() {
        plot.yAxis = PlotAxis(.logarithmic, from: 0.01, to: 1) ?? .unit
        show([0.1, 0.1])
        _ = glass.nextFrame()
        #expect(rows(200).allSatisfy { abs($0 - 130) < 4 })
        show([0, -3, 0])
        _ = glass.nextFrame()
        #expect(rows(200).allSatisfy { $0 > 240 })
    }

    @Test(arguments: [Plot.Style.filled, .bars])
    func `an area is between the points and zero, and that of levels goes to the bottom`(
        style: Plot.Style
    ) {
        plot.style = style
        plot.yAxis = PlotAxis(from: -1, to: 1) ?? .unit
        show([-0.5, -0.5])
        _ = glass.nextFrame()
        let column = style == .bars ? rows(100) : [130]
        #expect(column.first.map { abs($0 - 130) < 2 } == true)
        plot.yAxis = PlotAxis(.decibels, from: -60, to: 20) ?? .unit
        show([-20, -20])
        _ = glass.nextFrame()
        #expect(rows(100).first.map { abs($0 - 130) < 3 } == true)
        #expect(style == .filled || rows(100).last.map { $0 > 240 } == true)
        #expect(glass.missedPixels.isEmpty)
    }

    @Test func `infinite points are beyond the ends of the axis`() {
        show([-.infinity, .infinity, -.infinity, 1e300, -1e300])
        _ = glass.nextFrame()
        #expect(!columns().isEmpty)
        #expect(glass.missedPixels.isEmpty)
    }

    // MARK: What is rejected

    @Test func `points with NaN and too many points change nothing`() {
        show([0.25])
        #expect(!plot.setPoints([0.5, .nan], at: glass.now))
        #expect(!plot.setPoints(.init(repeating: 0, count: 4097), at: glass.now))
        #expect(plot.points == [0.25])
        #expect(plot.setPoints(.init(repeating: 0, count: 4096), at: glass.now))
    }

    @Test func `an axis without length, or a logarithmic one from zero, does not exist`() {
        #expect(PlotAxis(from: 1, to: 1) == nil && PlotAxis(from: 2, to: 1) == nil)
        #expect(PlotAxis(.logarithmic, from: 0, to: 1) == nil)
        #expect(PlotAxis(from: -.infinity, to: 0) == nil && PlotAxis(from: .nan, to: 0) == nil)
        #expect(PlotAxis(from: -1e308, to: 1e308) == nil)
        #expect(PlotAxis(.decibels, from: -90, to: 0) != nil)
    }

    @Test(arguments: [
        (PlotAxis.Scale.linear, 0.0, 1e-9), (.linear, -1e300, 1e300), (.linear, 1e18, 1e18 + 1000),
        (.logarithmic, 1e-300, 1), (.logarithmic, 5, 6), (.logarithmic, 1e-9, 1e12),
        (.decibels, -0.1, 0.1), (.decibels, -1e6, 1e6),
    ])
    func `every axis has a grid with few lines`(
        scale: PlotAxis.Scale, least: Double, most: Double
    ) throws {
        plot.font = try PanelFont.font(size: 12)
        guard let axis = PlotAxis(scale, from: least, to: most) else {
            Issue.record("there is no such axis")
            return
        }
        plot.xAxis = axis
        plot.yAxis = axis
        show([least, most])
        _ = glass.nextFrame()
        #expect(axis.grid(most: 8).marks.count <= 90)
        #expect(glass.missedPixels.isEmpty)
    }

    @Test(arguments: [
        (0.001, ["0.0000", "0.0002", "0.0004", "0.0006", "0.0008", "0.0010"]),
        (1e-9, ["0", "2e-10", "4e-10", "6e-10", "8e-10", "10e-10"]),
    ])
    func `a fine axis has numbers`(most: Double, labels: [String]) throws {
        let axis = try #require(PlotAxis(from: 0, to: most))
        #expect(axis.grid(most: 8).marks.map(\.label) == labels)
    }

    // MARK: What is redrawn

    @Test func `new points redraw the columns in which they differ, and the same ones nothing`() {
        var points = [Double](repeating: 0.5, count: 372)
        show(points)
        _ = glass.nextFrame()
        points[100] = 0.6
        show(points)
        let damage = glass.nextFrame().extents
        #expect(damage.width <= 64 && damage.height < 60, "\(damage)")
        show(points)
        #expect(glass.nextFrame().isEmpty)
        #expect(glass.missedPixels.isEmpty)
    }

    @Test(arguments: [Plot.Style.line, .filled, .bars, .waveform])
    func `every change is drawn`(style: Plot.Style) throws {
        plot.font = try PanelFont.font(size: 12)
        plot.style = style
        show((0..<50).map { abs(Double($0) - 25) / 25 })
        let changes: [() -> Void] = [
            { plot.color = .blue }, { plot.showsGrid = false }, { plot.showsNumbers = false },
            { plot.xAxis = PlotAxis(.logarithmic, from: 20, to: 20000, unit: "Hz") ?? .unit },
            { plot.yAxis = PlotAxis(.decibels, from: -20, to: 10, unit: "dB") ?? .unit },
            { plot.extent = 30...2000 }, { plot.hasEqualSteps = true }, { plot.theme = .light },
            { plot.frame = Rect(x: 40, y: 20, width: 200, height: 100) },
            { plot.setPoints([0.2, -3], at: glass.now) },
        ]
        for change in changes {
            _ = glass.nextFrame()
            change()
            _ = glass.nextFrame()
            #expect(glass.missedPixels.isEmpty)
        }
        #expect(!window.needsFrame && window.nextDeadline == nil)
    }

    @Test(arguments: [
        Size(width: 40, height: 30), Size(width: 1, height: 1), Size(width: 400, height: 20),
        Size(width: 0, height: 0),
    ])
    func `it can have any size`(size: Size) throws {
        plot.font = try PanelFont.font(size: 12)
        plot.xAxis = PlotAxis(.logarithmic, from: 20, to: 20000, unit: "Hz") ?? .unit
        for style in Plot.Style.allCases {
            plot.style = style
            plot.frame = Rect(origin: Point(x: 10, y: 10), size: size)
            show((0..<500).map { Double($0 % 7) / 7 })
            _ = glass.nextFrame()
            #expect(glass.missedPixels.isEmpty)
        }
    }

    // MARK: Time

    @Test func `points that nothing follows end, and an idle plot waits for nothing`() {
        let start = glass.now
        show([0.5, 1])
        _ = glass.nextFrame()
        #expect(window.nextDeadline == nil && !window.needsFrame)
        plot.staleTimeout = .milliseconds(500)
        #expect(window.nextDeadline == start + .milliseconds(500))
        glass.wait(.milliseconds(300))
        show([0.5, 1])
        glass.wait(.milliseconds(400))
        #expect(plot.points == [0.5, 1])
        glass.wait(.milliseconds(200))
        _ = glass.nextFrame()
        #expect(plot.points.isEmpty && columns().isEmpty)
        #expect(window.nextDeadline == nil && !window.needsFrame)
    }

    @Test func `a hidden plot does nothing, and shows the newest points when it is seen again`() {
        plot.isHidden = true
        _ = glass.nextFrame()
        show([0.5, 1])
        #expect(!window.needsFrame && window.nextDeadline == nil)
        show([1, 1])
        glass.wait(.seconds(5))
        #expect(!window.needsFrame)
        plot.isHidden = false
        glass.wait(.milliseconds(50))
        _ = glass.nextFrame()
        #expect(rows(200).allSatisfy { $0 < 20 } && !rows(200).isEmpty)
        #expect(glass.missedPixels.isEmpty)
    }

    @Test func `points that ended while the plot was hidden are not seen`() {
        plot.staleTimeout = .milliseconds(500)
        plot.isHidden = true
        show([1, 1])
        glass.wait(.seconds(2))
        plot.isHidden = false
        glass.wait(.milliseconds(50))
        _ = glass.nextFrame()
        #expect(columns().isEmpty)
    }
}
