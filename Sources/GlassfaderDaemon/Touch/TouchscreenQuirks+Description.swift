import Evdev
import Panel

extension TouchscreenQuirks {
    /// The quirks from a touchscreen's settings in the panel file and from udev's properties.
    init(_ description: TouchscreenDescription, fuzz: [UInt16: Int32] = [:]) {
        self.init()
        self.fuzz = fuzz
        indicator =
            switch description.indicator {
            case .touch: .touchKey
            case .left: .leftButton
            case .pressure:
                .pressure(on: description.pressureOn, off: description.pressureOff)
            }
        axes = description.axes.map { AxisMap(x: $0.x.code, y: $0.y.code) }
        swapsRanges = description.swapRanges
    }
}

extension TouchscreenDescription.Axis {
    /// The axis's code in `linux/input-event-codes.h`.
    fileprivate var code: UInt16 {
        switch self {
        case .x: 0x00
        case .y: 0x01
        case .z: 0x02
        case .rx: 0x03
        case .ry: 0x04
        case .rz: 0x05
        case .slotX: 0x35
        case .slotY: 0x36
        case .toolX: 0x3c
        case .toolY: 0x3d
        }
    }
}
