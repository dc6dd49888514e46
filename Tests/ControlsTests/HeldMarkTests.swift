import Drawing
import Fingers
import Testing

@testable import Controls

#if canImport(Glibc)
    import Glibc
#endif

/// What is drawn while a finger holds a control, in every theme.
@Suite struct HeldMarkTests {
    private let window = Window(size: Size(width: 300, height: 200))
    private let glass: Glass

    static let themes = Theme.byName.keys.sorted()

    init() { glass = Glass(window) }

    /// What the window shows when everything has come to rest.
    private func picture() -> Bitmap {
        let bitmap = Bitmap(width: 300, height: 200, format: .xrgb32)
        for time in [Duration.zero, .seconds(2)] {
            var damage = Region()
            window.update(damage: &damage, at: time)
            window.draw(damage, into: bitmap)
        }
        return bitmap
    }

    /// How much one pixel stands out from another: 1 to 21 (WCAG 2.2, "contrast ratio").
    private func contrast(_ one: UInt32, _ other: UInt32) -> Double {
        let values = [luminance(one), luminance(other)].sorted()
        return (values[1] + 0.05) / (values[0] + 0.05)
    }

    private func luminance(_ pixel: UInt32) -> Double {
        func linear(_ shift: UInt32) -> Double {
            let component = Double((pixel >> shift) & 0xff) / 255
            return component <= 0.04045 ? component / 12.92 : pow((component + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
    }

    @Test(arguments: themes)
    func `the mark of a held fader stands out from its cap`(name: String) throws {
        let fader = Slider(frame: Rect(x: 20, y: 10, width: 75, height: 180), isVertical: true)
        fader.theme = try #require(Theme(named: name))
        fader.value = 0.5
        window.addSubview(fader)
        let finger = glass.touch(fader)
        defer { finger.lift() }
        let thumb = fader.thumbRect
        let (x, y) = (20 + Int(thumb.midX), 10 + Int(thumb.midY))
        let picture = picture()
        for offset in [-6, 6] {
            let ratio = contrast(picture[x, y], picture[x, y + offset])
            #expect(ratio >= 3, "\(offset) pixels below the mark: \(ratio)")
        }
    }

    @Test(arguments: themes)
    func `the pointer of a held knob stands out from its dial`(name: String) throws {
        let knob = Knob(frame: Rect(x: 50, y: 40, width: 120, height: 120))
        knob.theme = try #require(Theme(named: name))
        knob.setValue(0.5)
        window.addSubview(knob)
        let finger = glass.touch(knob)
        defer { finger.lift() }
        let picture = picture()
        // The pointer is upright, and nothing else stands in the middle of the dial.
        let clear = (50..<95).filter { y in
            [-10, 10].allSatisfy { contrast(picture[110, y], picture[110 + $0, y]) >= 3 }
        }
        #expect(clear.count >= 4, "\(clear)")
    }

    @Test(arguments: themes)
    func `a held control looks different from one that is not held`(name: String) throws {
        let theme = try #require(Theme(named: name))
        let thumb = SliderAppearance(
            theme: theme, trackColor: nil, thumbColor: nil, curvaceousness: 1, isVertical: true,
            isEnabled: true)
        // The cap alone: neither halo nor mark.
        func cap(isHeld: Bool) -> UInt32 {
            let bitmap = Bitmap(width: 60, height: 60, format: .xrgb32)
            thumb.drawThumb(
                Rect(x: 10, y: 10, width: 40, height: 40), cornerRadius: 5, markColor: nil,
                isHeld: isHeld, in: Context(bitmap))
            return bitmap[14, 30]
        }
        #expect(contrast(cap(isHeld: true), cap(isHeld: false)) >= 1.2)
    }
}
