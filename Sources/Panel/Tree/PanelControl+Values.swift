import Controls
package import PanelProtocol

// Operations on the value of a control: requests, travel, links and the saved state.
extension PanelControl {
    /// The value that a client requests.
    ///
    /// - Throws: If the control cannot have it.
    func wanted(
        _ change: SetRequest.Change, from present: ControlValue? = nil
    ) throws(RequestError) -> ControlValue {
        guard access != .readOnly else { throw RequestError(.readOnly, "\(id) is read only") }
        try checkBinding()
        guard let converter, let present = present ?? value else {
            throw RequestError(.badValue, "\(id) has no value", field: "control")
        }
        guard let wanted = converter.value(wrapped(change, from: present), from: present) else {
            let expected = Self.expected(change, of: present, converter)
            throw RequestError(.badValue, "\(id): expected \(expected)", field: change.field)
        }
        return wanted
    }

    /// The expected form of a change, in an error message.
    private static func expected(
        _ change: SetRequest.Change, of present: ControlValue, _ converter: any ValueConverter
    ) -> String {
        let number: String
        switch change {
        case .norm where converter.hasTravel: number = "a position in 0...1"
        case .delta where converter.hasTravel, .deltaNorm where converter.hasTravel:
            number = "a number"
        default: return converter.expected
        }
        guard case .parts(let parts) = present else { return number }
        return PartsConverter.expected(parts.map(\.name), each: number)
    }

    /// Converts a relative change of a control that wraps to an absolute one: it may pass the ends,
    /// as a finger may. Returns other changes as they are.
    private func wrapped(
        _ change: SetRequest.Change, from present: ControlValue
    ) -> SetRequest.Change {
        guard change.isRelative, var distance = change.value.number else { return change }
        guard let travel = wrappingTravel, let positions = travel.positions, let converter,
            let position = converter.norm(of: present).number
        else { return change }
        if case .delta = change {
            if let present = present.number {
                return .value(.number(travel.place(for: present + distance)))
            }
            // For words, the difference is a number of steps.
            distance /= Double(max((converter.words?.count ?? 0) - 1, 1))
        }
        return .norm(.number(positions.place(for: position + distance)))
    }

    /// Throws an error if the device lacks the property that the control sets.
    func checkBinding() throws(RequestError) {
        guard let binding = kind.binding, !isBindable else { return }
        throw RequestError(.readOnly, "\(id): this device has no \(binding.rawValue) to set")
    }

    /// Whether it is a key that is on.
    var isOn: Bool { key != nil && value?.number == 1 }

    // MARK: The value

    /// The value in every form that clients use; `nil` if the control has none.
    package var state: ControlState? {
        guard var state = stateWithoutText else { return nil }
        state.text = valueText
        state.effective = state.effective.map { $0.with(text: text(of: $0)) }
        return state
    }

    /// The state for events, without its text.
    package var stateWithoutText: ControlState? {
        guard let converter, let value else { return nil }
        return ControlState(
            value: value, norm: converter.norm(of: value), gain: converter.gain(of: value),
            isTouched: isTouched, effective: effective)
    }

    /// The present value; `nil` if the control has none.
    var value: ControlValue? { body.value() }

    /// The value as a person reads it; empty if there is none.
    package var valueText: String {
        guard let converter, let value else { return "" }
        return converter.text(of: value)
    }

    /// Shorter texts of the value, from long to short; `nil` for words, which may be truncated.
    var shorterValueTexts: [String]? {
        guard let converter, let value else { return nil }
        return converter.shorterTexts(of: value)
    }

    /// The value that a tap gives it; `nil` if it is a key, or if a tap does nothing.
    var valueAfterTap: ControlValue? {
        if let watch = roles.stopwatch {
            return .parts([.init("running", watch.isRunning ? 0 : 1)])
        }
        guard key == nil, converter is ToggleConverter else { return nil }
        return .number(value?.number == 1 ? 0 : 1)
    }

    // MARK: The travel

    /// The travel of the value if it wraps; `nil` if it stops at its ends.
    var wrappingTravel: WrappingTravel? { (view as? ScaledControl)?.wrappingTravel }

    /// Whether each change is an event of its own, as for a key. Such a control never fades.
    var isDiscrete: Bool { body.isDiscrete }

    /// The position of the value on its travel, 0...1 for each part.
    var position: SIMD2<Double> {
        guard let converter, let value else { return .zero }
        return converter.norm(of: value).numbers
    }

    /// The value at a position of the travel; `nil` if the control has none.
    func value(at position: SIMD2<Double>) -> ControlValue? {
        guard let converter, let value else { return nil }
        return converter.value(
            .norm(ControlValue(position, like: converter.norm(of: value))), from: value)
    }

    /// The position of a value on the travel; `nil` if the control cannot fade to it. Parts that
    /// the value lacks stay where they are.
    func position(of target: ControlValue) -> SIMD2<Double>? {
        guard let converter, let value, converter.hasTravel, !isDiscrete, value.text == nil else {
            return nil
        }
        return converter.norm(of: target.completed(by: value)).numbers
    }

    /// The valid value nearest to `wanted`. Missing parts have their present values.
    func nearest(to wanted: ControlValue) -> ControlValue? {
        guard let converter, let value else { return nil }
        return converter.nearest(to: wanted, from: value)
    }

    /// The value to which a spring brings it back when nobody holds it; `nil` if it stays.
    var restingValue: ControlValue? {
        guard let defaultValue = kind.defaultValue else { return nil }
        if let pad = view as? XYPad {
            guard case .parts(let present) = value, !pad.springAxes.isEmpty else { return nil }
            return .parts(
                present.map { part in
                    let rest = pad.springs(part.name) ? defaultValue[part: part.name] : nil
                    return .init(part.name, rest ?? part.value)
                })
        }
        return (view as? ValueControl)?.springs == true ? defaultValue : nil
    }

    /// The parts of a value that no spring brings back; `nil` if there are none.
    func partsWithoutSpring(of value: ControlValue) -> ControlValue? {
        guard let pad = view as? XYPad, case .parts(let parts) = value else { return nil }
        let left = parts.filter { !pad.springs($0.name) }
        return left.isEmpty ? nil : .parts(left)
    }

    // MARK: Links

    /// The control's properties for a link of a mode other than `link`.
    func candidate(besides link: ControlLink?, for mode: LinkRequest.Mode) -> LinkCandidate {
        let present = mode == .gang ? gang : self.link
        return LinkCandidate(
            id: id, converter: converter, value: value, access: description.access,
            otherLink: present === link ? nil : present?.request.name)
    }

    // MARK: Assistive software

    /// Whether assistive software can increment and decrement its value now.
    var isAdjustable: Bool {
        looksEnabled && view.accessibilityTraits.contains(.adjustable)
    }

    /// Performs an action as assistive software does, and calls `changed` after each change.
    ///
    /// - Parameter part: The part to increment or decrement; `nil` for the selected one.
    /// - Returns: Whether the control has the action and is enabled.
    func perform(
        _ action: AccessibilityRequest.Action, part: String? = nil,
        changed: @escaping () -> Void
    ) -> Bool {
        onAction = changed
        defer { onAction = nil }
        guard action != .activate else { return view.accessibilityActivate() }
        guard isAdjustable else { return false }
        // What a client adjusts does not change what others have selected.
        let parts = part == nil ? nil : body.adjustedPart
        let selected = parts?.name()
        if let part { parts?.select(part) }
        defer { if let selected { parts?.select(selected) } }
        reportedValue = value
        if action == .increment {
            view.accessibilityIncrement()
        } else {
            view.accessibilityDecrement()
        }
        return true
    }

    // MARK: Saved state

    /// The value to save; `nil` if the control has none that is saved. A running stopwatch has
    /// none: its time would be wrong after a restart.
    var keptValue: ControlValue? { keptValue(of: value) }

    /// The value to save of a control that has this value now.
    func keptValue(of value: ControlValue?) -> ControlValue? {
        guard keepsValue, !(roles.stopwatch?.isRunning ?? false) else { return nil }
        return body.ownValue?() ?? value
    }

    /// A value that is not saved, and that only a reload keeps: a running time, a lamp that a
    /// program has lit, or a level that only programs set. `nil` for the page and for a property of
    /// the device.
    var passingValue: ControlValue? {
        guard keptValue == nil, !showsPages, kind.binding == nil else { return nil }
        return body.ownValue?() ?? value
    }

    /// A saved value, if it is valid for the control.
    func valid(_ value: ControlValue) -> ControlValue? { keepsValue ? fitting(value) : nil }

    /// The nearest value that is valid for the control; `nil` if it is of another kind.
    func fitting(_ value: ControlValue) -> ControlValue? {
        guard let converter, let present = self.value else { return nil }
        return converter.value(.value(value), from: present)
    }
}

extension XYPad {
    /// Whether a spring brings the part `x` or `y` back.
    fileprivate func springs(_ part: String) -> Bool { springAxes.contains(part == "x" ? .x : .y) }
}
