import Drawing
import Fingers
import Layers
import Testing

@testable import Controls

/// Icons on keys and before texts.
struct IconTests {
    private func picture(_ icon: Icon, side: Double, in size: Int, _ color: Color = .white)
        -> Bitmap
    {
        let picture = Bitmap(width: size, height: size, format: .xrgb32)
        picture.fill(.black)
        let inset = (Double(size) - side) / 2
        let context = Context(picture)
        icon.draw(
            in: Rect(x: inset, y: inset, width: side, height: side), color: color,
            context: context)
        return picture
    }

    private func lit(_ picture: Bitmap) -> [(x: Int, y: Int)] {
        (0..<picture.height).flatMap { y in
            (0..<picture.width).map { (x: $0, y: y) }.filter { picture[$0.x, $0.y] != 0xff00_0000 }
        }
    }

    @Test(arguments: Icon.allCases)
    func `an icon fills its square and stays inside`(icon: Icon) {
        let points = lit(picture(icon, side: 48, in: 96))
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        #expect(xs.allSatisfy { (24..<72).contains($0) })
        #expect(ys.allSatisfy { (24..<72).contains($0) })
        let width = (xs.max() ?? 0) - (xs.min() ?? 0)
        let height = (ys.max() ?? 0) - (ys.min() ?? 0)
        #expect(max(width, height) >= 28, "it is \(width)×\(height)")
    }

    @Test func `no two icons look alike, even when they are small`() {
        let pictures = Icon.allCases.map { picture($0, side: 16, in: 16) }
        for (index, one) in pictures.enumerated() {
            for (other, icon) in zip(pictures, Icon.allCases).dropFirst(index + 1) {
                let differing =
                    lit(one).filter { one[$0.x, $0.y] != other[$0.x, $0.y] }.count
                    + lit(other).filter {
                        one[$0.x, $0.y] == 0xff00_0000 && other[$0.x, $0.y] != 0xff00_0000
                    }.count
                #expect(differing >= 12, "\(Icon.allCases[index]) and \(icon)")
            }
        }
    }

    @Test func `an icon is drawn in one colour`() {
        let red = picture(.stop, side: 40, in: 40, .red)
        #expect(red[20, 20] == 0xffff_0000)
    }

    @Test func `a rectangle without an area shows no icon`() {
        let picture = picture(.play, side: 0, in: 20)
        #expect(lit(picture).isEmpty)
    }

    // MARK: Keys

    private func key(_ size: Size, title: String? = nil) throws -> (Button, Glass) {
        let window = Window(size: Size(width: size.width + 20, height: size.height + 20))
        let button = Button(frame: Rect(x: 10, y: 10, width: size.width, height: size.height))
        button.mode = .latching
        window.backgroundColor = .black
        button.font = try PanelFont.font(size: 16)
        button.setTitle(title, for: .normal)
        window.addSubview(button)
        return (button, Glass(window))
    }

    /// The pixels of a key that an icon changes.
    private func changed(by icon: Icon, on key: (button: Button, glass: Glass)) -> PixelRect {
        _ = key.glass.nextFrame()
        let before = key.glass.picture
        let plain = (0..<before.height).map { y in (0..<before.width).map { before[$0, y] } }
        key.button.setIcon(icon, for: .normal)
        _ = key.glass.nextFrame()
        let picture = key.glass.picture
        var (left, right, top, bottom) = (Int.max, -1, Int.max, -1)
        for y in 0..<picture.height {
            for x in 0..<picture.width where picture[x, y] != plain[y][x] {
                (left, right) = (min(left, x), max(right, x))
                (top, bottom) = (min(top, y), max(bottom, y))
            }
        }
        return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }

    @Test func `a key without a title shows its icon in the middle`() throws {
        let place = changed(by: .stop, on: try key(Size(width: 100, height: 60)))
        #expect(abs(place.x + place.width / 2 - 60) <= 1)
        #expect(abs(place.y + place.height / 2 - 42) <= 4)
        #expect(place.height >= 18)
    }

    @Test func `an icon is at the left of a title that has space beside it`() throws {
        let key = try key(Size(width: 160, height: 60), title: "Go")
        key.0.setTitle(nil, for: .normal)
        key.0.setTitle("Go", for: .normal)
        let place = changed(by: .stop, on: key)
        #expect(place.x < 80)
        #expect(place.height < 30)
    }

    @Test func `an icon is above a title that needs the whole width`() throws {
        let key = try key(Size(width: 64, height: 80), title: "Record")
        let place = changed(by: .stop, on: key)
        #expect(place.y < 40 && place.height > 20)
    }

    @Test func `letters that go below the line are whole under an icon, on keys of any height`()
        throws
    {
        for height in stride(from: 38.0, to: 80, by: 1) {
            let picture = Bitmap(width: 60, height: 100, format: .xrgb32)
            picture.fill(.black)
            let caption = KeyCaption(
                title: "gypsy jag", icon: .stop, font: try PanelFont.font(size: 16), color: .white)
            let rect = Rect(x: 0, y: 5, width: 60, height: height)
            caption.draw(in: rect, Context(picture))
            let rows = lit(picture).map { Double($0.y) }
            #expect(rows.allSatisfy { rect.minY <= $0 && $0 < rect.maxY }, "\(height)")
        }
    }

    @Test func `a key shows another icon while it is on`() throws {
        let (button, glass) = try key(Size(width: 100, height: 60))
        button.setIcon(.play, for: .normal)
        button.setIcon(.pause, for: .selected)
        #expect(button.icon(for: .normal) == .play)
        #expect(button.icon(for: .selected) == .pause)
        button.isOn = true
        _ = glass.nextFrame()
        let on = try glass.picture.pngData()
        button.setIcon(nil, for: .selected)
        _ = glass.nextFrame()
        #expect(try glass.picture.pngData() != on)
        button.setIcon(.pause, for: .selected)
        _ = glass.nextFrame()
        #expect(try glass.picture.pngData() == on)
    }

    @Test func `a key with an icon alone is named after it`() throws {
        let (button, _) = try key(Size(width: 100, height: 60))
        button.setIcon(.trash, for: .normal)
        #expect(button.accessibilityLabel == "trash")
        button.setTitle("Delete", for: .normal)
        #expect(button.accessibilityLabel == "Delete")
        button.setTitle("", for: .normal)
        #expect(button.accessibilityLabel == "trash")
    }

    // MARK: Labels

    @Test(arguments: [TextLayer.Alignment.left, .center, .right])
    func `a label keeps its icon beside its text`(alignment: TextLayer.Alignment) throws {
        let (label, glass) = try label(Rect(x: 0, y: 0, width: 300, height: 40))
        label.textAlignment = alignment
        label.text = "Stage"
        _ = glass.nextFrame()
        let width = extent(glass.picture)
        label.icon = .screen
        _ = glass.nextFrame()
        let both = extent(glass.picture)
        #expect(both.count > width.count + 20 && both.count < width.count + 40)
        switch alignment {
        case .right: #expect(abs(both.upperBound - width.upperBound) <= 1)
        case .center:
            #expect(
                abs(both.upperBound + both.lowerBound - width.upperBound - width.lowerBound) <= 4)
        default: #expect(both.lowerBound <= 4)
        }
        #expect(label.accessibilityLabel == "Stage")
        label.text = ""
        _ = glass.nextFrame()
        #expect(extent(glass.picture).count <= 24)
        #expect(label.accessibilityLabel == "screen")
        label.icon = nil
        _ = glass.nextFrame()
        #expect(extent(glass.picture).isEmpty)
    }

    @Test func `a long text beside an icon ends in an ellipsis inside the label`() throws {
        let (label, glass) = try label(Rect(x: 50, y: 0, width: 100, height: 40))
        label.icon = .star
        label.text = "A very long name"
        _ = glass.nextFrame()
        let columns = extent(glass.picture)
        #expect(columns.lowerBound >= 50 && columns.upperBound <= 150)
    }

    /// A label on a black window that ends 50 pixels to the right of it.
    private func label(_ frame: Rect) throws -> (Label, Glass) {
        let window = Window(size: Size(width: frame.maxX + 50, height: frame.maxY))
        let label = Label(frame: frame, font: try PanelFont.font(size: 20))
        window.backgroundColor = .black
        window.addSubview(label)
        return (label, Glass(window))
    }

    /// The columns with anything in them.
    private func extent(_ picture: Bitmap) -> Range<Int> {
        let ground = picture[0, 0]
        let columns = (0..<picture.width).filter { x in
            (0..<picture.height).contains { picture[x, $0] != ground }
        }
        return (columns.min() ?? 0)..<((columns.max() ?? -1) + 1)
    }
}
