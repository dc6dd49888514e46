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
    var fine: FineDescription
    /// The value the track is filled from; nil for the minimum.
    var origin: Double?

    init(_ fields: inout TableFields, at place: ControlPlace) {
        scale = ScaleDescription(&fields)
        conduct = ConductDescription(&fields)
        defaultNumber = fields.defaultNumber(scale)
        orientation = fields.choice("orientation", of: Orientation.self) ?? .vertical
        touch = fields.choice("touch", of: Slider.TouchMode.self) ?? .relative
        fine = FineDescription(&fields)
        origin = fields.number("origin", on: scale)
    }

    var law: (any ValueLaw)? { scale }
    var defaultValue: ControlValue? { .number(defaultNumber) }
    var room: ControlRoom { .track(orientation, weight: 3) }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let slider = Slider(frame: .zero, isVertical: orientation == .vertical)
        slider.theme = style.theme
        slider.minimumTrackTintColor = style.accent
        slider.scale = scale.scale
        slider.origin = origin
        slider.detents = scale.detents
        slider.isContinuous = conduct.report == .live
        slider.revertsOnCancel = conduct.revertsOnCancel
        slider.touchMode = touch
        slider.fineControl = fine.control
        slider.fineRatio = fine.ratio ?? style.fineRatio
        slider.ticks = scale.ticks
        return PublishedView(
            view: slider, value: { .number(slider.value) },
            assign: { if let number = $0.number { slider.value = number } })
    }

    func describe(in info: inout ControlInfo) { info.orientation = orientation.rawValue }
}
