import Drawing

// The drawings.
extension Icon {
    /// What the icon is made of.
    var shapes: IconShapes {
        switch self {
        case .play, .pause, .stop, .record, .rewind, .forward, .previous, .next, .loop: transport
        case .speaker, .muted, .microphone, .headphones, .note, .wave, .fader, .equalizer: sound
        case .lock, .unlock, .scene, .undo, .redo, .gear, .list, .home: panel
        case .up, .down, .left, .right, .plus, .minus, .check, .close, .trash, .star, .clock, .eye:
            sign
        case .power, .sun, .moon, .lamp, .screen, .camera: room
        }
    }

    private var transport: IconShapes {
        IconShapes {
            switch self {
            case .play: $0.area((7, 3.5), (20.5, 12), (7, 20.5))
            case .pause:
                $0.block(5.5, 4, 4.5, 16)
                $0.block(14, 4, 4.5, 16)
            case .stop: $0.block(4.5, 4.5, 15, 15, corner: 1.5)
            case .record: $0.disc(12, 12, radius: 7.5)
            case .previous, .next:
                $0.block(4, 4.5, 3, 15)
                $0.area((20.5, 4.5), (20.5, 19.5), (8.5, 12))
            case .loop:
                $0.line((17, 2.5), (20.5, 6), (17, 9.5))
                $0.line((3.5, 11.5), (3.5, 10), (7.5, 6), (20, 6))
                $0.line((7, 14.5), (3.5, 18), (7, 21.5))
                $0.line((20.5, 12.5), (20.5, 14), (16.5, 18), (4, 18))
            default:
                $0.area((12, 5), (12, 19), (2.5, 12))
                $0.area((21.5, 5), (21.5, 19), (12, 12))
            }
        }.mirrored(if: self == .next || self == .forward)
    }

    private var sound: IconShapes {
        IconShapes {
            switch self {
            case .speaker, .muted:
                $0.area((2.5, 9), (6.5, 9), (12, 4), (12, 20), (6.5, 15), (2.5, 15))
                if self == .muted {
                    $0.line((16, 9), (22, 15))
                    $0.line((22, 9), (16, 15))
                } else {
                    $0.arc(11.5, 12, radius: 5, from: -45, to: 45)
                    $0.arc(11.5, 12, radius: 9.5, from: -48, to: 48)
                }
            case .microphone:
                $0.block(8.5, 2, 7, 12, corner: 3.5)
                $0.arc(12, 10.5, radius: 7, from: 0, to: 180)
                $0.line((12, 17.5), (12, 21.5))
                $0.line((8, 21.5), (16, 21.5))
            case .headphones:
                $0.arc(12, 13, radius: 9, from: 180, to: 360)
                $0.block(2, 13, 5.5, 8.5, corner: 2)
                $0.block(16.5, 13, 5.5, 8.5, corner: 2)
            case .note:
                $0.disc(7, 18, radius: 3.5)
                $0.disc(17, 16, radius: 3.5)
                $0.line((9.5, 18), (9.5, 5.5), (19.5, 3.5), (19.5, 16))
            case .wave:
                for (x, half) in [(3.0, 2.0), (7.5, 6), (12, 9.5), (16.5, 4.5), (21, 2.5)] {
                    $0.line((x, 12 - half), (x, 12 + half))
                }
            case .fader:
                for (x, y) in [(4.5, 14.0), (12, 5), (19.5, 10)] {
                    $0.line((x, 2.5), (x, 21.5))
                    $0.block(x - 3.5, y - 1, 7, 4.5)
                }
            default:
                $0.line((2.5, 6), (8, 6))
                $0.line((15, 6), (21.5, 6))
                $0.line((2.5, 18), (11, 18))
                $0.line((18, 18), (21.5, 18))
                $0.line((2.5, 12), (4, 12))
                $0.line((11, 12), (21.5, 12))
                for (x, y) in [(11.5, 6.0), (7.5, 12), (14.5, 18)] { $0.circle(x, y, radius: 2.5) }
            }
        }
    }

    private var panel: IconShapes {
        IconShapes {
            switch self {
            case .lock, .unlock:
                $0.block(4, 11, 16, 11, corner: 2)
                $0.hole(12, 16.5, radius: 1.75)
                let middle = self == .lock ? 7.5 : 5.5
                $0.line((8, 11), (8, middle))
                $0.arc(12, middle, radius: 4, from: 180, to: 360)
                if self == .lock { $0.line((16, 11), (16, middle)) }
            case .scene:
                $0.area((12, 2.5), (22, 8), (12, 13.5), (2, 8))
                $0.line((3, 12.5), (12, 17.5), (21, 12.5))
                $0.line((3, 16.5), (12, 21.5), (21, 16.5))
            case .undo, .redo:
                $0.line((8.5, 3.5), (3.5, 8.5), (8.5, 13.5))
                $0.line((4, 8.5), (14.5, 8.5))
                $0.arc(14.5, 14.5, radius: 6, from: -90, to: 90)
                $0.line((14.5, 20.5), (8, 20.5))
            case .gear:
                $0.area(Self.teeth)
                $0.hole(12, 12, radius: 3.25)
            case .list:
                for y in [5.5, 12, 18.5] {
                    $0.disc(4, y, radius: 1.75)
                    $0.line((9, y), (21, y))
                }
            default:
                $0.line((2.5, 12), (12, 3.5), (21.5, 12))
                $0.line((5, 10.5), (5, 20.5), (19, 20.5), (19, 10.5))
            }
        }.mirrored(if: self == .redo)
    }

    /// The outline of a wheel with eight teeth.
    private static var teeth: [(Double, Double)] {
        (0..<8).flatMap { tooth in
            [(-15.0, 7.25), (-8.5, 10.25), (8.5, 10.25), (15, 7.25)].map { offset, radius in
                let angle = Angle.degrees(Double(tooth) * 45 + offset)
                return (12 + radius * angle.cosine, 12 + radius * angle.sine)
            }
        }
    }

    private var sign: IconShapes {
        switch self {
        case .up: Self.arrow
        case .right: Self.arrow.turned(by: .degrees(90))
        case .down: Self.arrow.turned(by: .degrees(180))
        case .left: Self.arrow.turned(by: .degrees(270))
        default: plainSign
        }
    }

    private static var arrow: IconShapes {
        IconShapes {
            $0.line((12, 21), (12, 3.5))
            $0.line((4.5, 11), (12, 3.5), (19.5, 11))
        }
    }

    private var plainSign: IconShapes {
        IconShapes {
            switch self {
            case .plus:
                $0.line((12, 4), (12, 20))
                $0.line((4, 12), (20, 12))
            case .minus: $0.line((4, 12), (20, 12))
            case .check: $0.line((3.5, 12.5), (9.5, 18.5), (20.5, 6))
            case .close:
                $0.line((5, 5), (19, 19))
                $0.line((19, 5), (5, 19))
            case .trash:
                $0.line((3.5, 6), (20.5, 6))
                $0.line((9, 5.5), (9, 2.5), (15, 2.5), (15, 5.5))
                $0.line((5.5, 6.5), (6.5, 21.5), (17.5, 21.5), (18.5, 6.5))
                $0.line((10, 10.5), (10, 17.5))
                $0.line((14, 10.5), (14, 17.5))
            case .star: $0.area(Self.points)
            case .clock:
                $0.circle(12, 12, radius: 9.5)
                $0.line((12, 6), (12, 12), (16, 14.5))
            default:
                $0.arc(12, 19, radius: 12, from: 216, to: 324)
                $0.arc(12, 5, radius: 12, from: 36, to: 144)
                $0.disc(12, 12, radius: 3.25)
            }
        }
    }

    /// The outline of a star with five points.
    private static var points: [(Double, Double)] {
        (0..<10).map { index in
            let angle = Angle.degrees(Double(index) * 36 - 90)
            let radius = index.isMultiple(of: 2) ? 10.75 : 4.5
            return (12 + radius * angle.cosine, 12.75 + radius * angle.sine)
        }
    }

    private var room: IconShapes {
        IconShapes {
            switch self {
            case .power:
                $0.arc(12, 13, radius: 8.5, from: -52, to: 232)
                $0.line((12, 2.5), (12, 11.5))
            case .sun:
                $0.disc(12, 12, radius: 4.75)
                for ray in 0..<8 {
                    let angle = Angle.degrees(Double(ray) * 45)
                    let (x, y) = (angle.cosine, angle.sine)
                    $0.line((12 + 8 * x, 12 + 8 * y), (12 + 10.5 * x, 12 + 10.5 * y))
                }
            case .moon:
                $0.crescent(
                    outer: (12, 12, 9.5), from: -10, to: 280,
                    inner: (16.5, 7.5, 5.6), backFrom: 238.6, backTo: 31.4)
            case .lamp:
                $0.arc(12, 9.5, radius: 7, from: 118, to: 422)
                $0.line((8.75, 15.5), (15.25, 15.5))
                $0.line((9.25, 19), (14.75, 19))
                $0.line((10.5, 22), (13.5, 22))
            case .screen:
                $0.frame(2.5, 3.5, 19, 13)
                $0.line((12, 17), (12, 21))
                $0.line((7.5, 21), (16.5, 21))
            default:
                $0.frame(2, 6, 13.5, 12)
                $0.area((16.5, 11), (22.5, 7), (22.5, 17), (16.5, 13))
            }
        }
    }
}

extension IconShapes {
    /// Mirrors everything left to right under a condition.
    fileprivate func mirrored(if isMirrored: Bool) -> IconShapes { isMirrored ? mirrored : self }
}
