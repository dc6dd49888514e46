import Controls
import Drawing
import GlassfaderDaemon

// A strip of one fader and one knob, without a panel file: on the first screen there is, or in
// memory with a recording in place of fingers, whose last picture becomes a PNG:
//
//     handmade
//     handmade RECORDING.evemu PICTURE.png

/// A fader with its value below and a knob above, one below the other whatever the size.
final class Strip: View {
    let knob = Knob(frame: .zero)
    let fader = Slider(frame: .zero, isVertical: true)
    let value: Label

    init(frame: Rect, font: Font) {
        value = Label(frame: .zero, font: font)
        super.init(frame: frame)
        fader.scale = ValueScale(
            Taper(.fader(.x32), minimum: -90, maximum: 10, minimumIsOff: true), step: 0.1)
        fader.valueFormat = ValueFormat(style: .number(unit: "dB"), decimals: 1)
        fader.ticks = [10, 0, -10, -30, -60]
        (fader.showsTickLabels, fader.showsPopup, fader.doubleTap) = (true, true, .reset)
        value.showValue(of: fader)
        for view in [knob, fader, value] as [View] { addSubview(view) }
    }

    override func layoutSubviews() {
        let side = bounds.width
        knob.frame = Rect(x: 0, y: 0, width: side, height: side)
        value.frame = Rect(x: 0, y: bounds.height - 40, width: side, height: 40)
        fader.frame = Rect(x: 0, y: side, width: side, height: bounds.height - side - 40)
    }
}

let arguments = CommandLine.arguments
let isRecorded = arguments.count == 3
let application = try Application(
    on: isRecorded ? .memory(width: 1280, height: 800) : .screen,
    touchedBy: isRecorded ? .recording(path: arguments[1]) : .touchscreens)
if isRecorded { application.picturePath = arguments[2] }

let font = try Font(path: Font.defaultPath, size: 16)
let strip = Strip(frame: .zero, font: font)
let window = application.window
(window.theme, window.tintColor, window.defaultFont) = (.dark, .cyan, font)
window.backgroundColor = window.theme.background
window.addSubview(strip)
application.onResize = { window in
    strip.frame = Rect(x: 20, y: 20, width: 120, height: window.bounds.height - 40)
}
strip.fader.addAction(for: .valueChanged) { print("fader \(strip.fader.valueText ?? "")") }
strip.knob.addAction(for: .valueChanged) { print("knob \(strip.knob.valueText ?? "")") }
try application.run()
