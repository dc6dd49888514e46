import Controls
import PanelProtocol

/// The options of a slider.
struct SliderDescription: ControlKind {
    var scale: ScaleDescription
    var conduct: ConductDescription
    /// The value at start and after two quick taps.
    var defaultNumber: Double
    var orientation: Orientation
    var touch: Slider.TouchMode
    /// Where a finger must land.
    var touchZone: Slider.TouchZone
    var motion: MotionDescription
    var direction: Direction
    /// The value the track is filled from; nil for the minimum.
    var origin: Double?
    /// The meter at the track; nil for none.
    var meter: InlayDescription?
    var images: SliderImages

    init(_ fields: inout TableFields, at place: ControlPlace) {
        scale = ScaleDescription(&fields)
        conduct = ConductDescription(&fields)
        defaultNumber = fields.defaultNumber(scale)
        orientation = fields.choice("orientation", of: Orientation.self) ?? .vertical
        touch = fields.choice("touch", of: Slider.TouchMode.self) ?? .relative
        touchZone = fields.choice("touch_zone", of: Slider.TouchZone.self) ?? .all
        motion = MotionDescription(&fields, scale)
        direction = fields.choice("direction", of: Direction.self) ?? .leftToRight
        origin = fields.number("origin", on: scale)
        meter = fields.inlay("meter")
        images = SliderImages(&fields)
    }

    var law: (any ValueLaw)? { scale }
    var defaultValue: ControlValue? { .number(defaultNumber) }
    var room: ControlRoom { .track(orientation, weight: 3) }

    var withoutLooks: Self {
        var other = self
        other.scale = scale.withoutFormat
        other.motion = motion.withoutLooks
        (other.origin, other.meter, other.images) = (nil, nil, SliderImages())
        return other
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let slider = style.view(Slider(frame: .zero, isVertical: orientation == .vertical))
        slider.take(scale, conduct, motion, style)
        slider.minimumTrackTintColor = style.accent
        slider.origin = origin
        slider.defaultValue = defaultNumber
        slider.springs = motion.springs
        slider.touchMode = touch
        slider.touchZone = touchZone
        slider.isRightToLeft = direction == .rightToLeft
        slider.ticks = motion.ticks ?? scale.ticks
        images.dress(slider, from: style.images)
        let meter = meter?.attachMeter(to: slider, style)
        return PublishedView(
            view: slider, value: { .number(slider.value) },
            assign: { if let number = $0.number { slider.value = number } },
            paint: { slider.minimumTrackTintColor = $0 },
            meter: meter,
            fit: { fontSize in
                slider.fitText(to: fontSize)
                meter?.fitText(to: fontSize)
            })
    }

    func describe(in info: inout ControlInfo) { info.orientation = orientation.rawValue }
}
