import Controls
import Drawing

extension ControlDescription {
    /// Makes the view that this describes, without a place yet.
    func makeView(theme: Theme, accent: Color, font: Font, fineRatio: Double) -> View {
        let view: View
        switch kind {
        case .knob(let knob):
            view = knob.makeKnob(theme: theme, accent: accent, fineRatio: fineRatio)
        case .slider(let slider):
            view = slider.makeSlider(theme: theme, accent: accent, fineRatio: fineRatio)
        case .range(let range): view = range.makeRangeSlider(theme: theme, accent: accent)
        case .label(let label): view = label.makeLabel(theme: theme, font: font)
        }
        view.isHidden = !isVisible
        if let control = view as? Control { control.isEnabled = isEnabled && access != .readOnly }
        return view
    }
}

extension ScaleDescription {
    fileprivate var scale: ValueScale { ValueScale(taper, step: step ?? 0) }
}

extension KnobDescription {
    fileprivate func makeKnob(theme: Theme, accent: Color, fineRatio: Double) -> Knob {
        let knob = Knob(frame: .zero)
        knob.theme = theme
        knob.color = accent
        knob.scale = scale.scale
        knob.startAngle = .degrees(startAngle)
        knob.endAngle = .degrees(endAngle)
        knob.origin = origin
        knob.detents = scale.detents
        knob.isContinuous = scale.report == .live
        knob.revertsOnCancel = scale.revertsOnCancel
        knob.mode = mode
        knob.drag = drag
        knob.turns = turns
        knob.travel = travel
        knob.sensitivity = sensitivity
        knob.fineControl = fine.control
        knob.fineRatio = fine.ratio ?? fineRatio
        return knob
    }
}

extension SliderDescription {
    fileprivate func makeSlider(theme: Theme, accent: Color, fineRatio: Double) -> Slider {
        let slider = Slider(frame: .zero, isVertical: orientation == .vertical)
        slider.theme = theme
        slider.minimumTrackTintColor = accent
        slider.scale = scale.scale
        slider.origin = origin
        slider.detents = scale.detents
        slider.isContinuous = scale.report == .live
        slider.revertsOnCancel = scale.revertsOnCancel
        slider.touchMode = touch
        slider.fineControl = fine.control
        slider.fineRatio = fine.ratio ?? fineRatio
        slider.ticks = scale.ticks
        return slider
    }
}

extension RangeDescription {
    fileprivate func makeRangeSlider(theme: Theme, accent: Color) -> RangeSlider {
        let range = RangeSlider(frame: .zero, isVertical: orientation == .vertical)
        range.theme = theme
        range.trackHighlightTintColor = accent
        range.scale = scale.scale
        range.minimumGap = minimumGap
        range.isContinuous = scale.report == .live
        range.revertsOnCancel = scale.revertsOnCancel
        return range
    }
}

extension LabelDescription {
    fileprivate func makeLabel(theme: Theme, font: Font) -> Label {
        let label = Label(frame: .zero, font: font)
        label.textColor = theme.text
        if case .text(let text) = content { label.text = text }
        switch alignment {
        case .left: label.textAlignment = .left
        case .center: label.textAlignment = .center
        case .right: label.textAlignment = .right
        }
        return label
    }
}

extension ScaleDescription {
    /// The values that get a line beside a fader: the round ones that stand far enough apart.
    var ticks: [Double] {
        guard maximum > minimum else { return [] }
        let candidates: [Double]
        if unit == "dB" {
            candidates = [
                minimum, -60, -50, -40, -30, -20, -15, -10, -5, 0, 5, 10, 15, 20, maximum,
            ]
        } else {
            candidates = (0...10).map { minimum + (maximum - minimum) * Double($0) / 10 }
        }
        var ticks: [Double] = []
        for value in candidates where range.contains(value) && !ticks.contains(value) {
            let isFar = ticks.allSatisfy {
                abs(taper.position(of: $0) - taper.position(of: value)) > 0.03
            }
            if isFar { ticks.append(value) }
        }
        return ticks
    }
}
