import PanelProtocol

// What can be done with the value of a control besides setting it: fades, links, meters, the state.
extension PanelControl {
    /// What a client asks for, as a value.
    ///
    /// - Throws: an error, if the control cannot take it.
    func wanted(
        _ change: SetRequest.Change, from present: ControlValue? = nil
    ) throws(RequestError) -> ControlValue {
        guard access != .readOnly else { throw RequestError(.readOnly, "\(id) is read only") }
        guard let law, let present = present ?? value else {
            throw RequestError(.badValue, "\(id) has no value", field: "control")
        }
        guard let wanted = law.value(change, from: present) else {
            throw RequestError(.badValue, "\(id) wants \(law.wish)", field: change.field)
        }
        return wanted
    }

    // MARK: The travel

    /// Whether each change stands for itself, as of a key: it never fades.
    var isDiscrete: Bool { body.isDiscrete }

    /// Where the value is on its travel, 0...1 for each part.
    var position: SIMD2<Double> {
        guard let law, let value else { return .zero }
        return law.norm(of: value).numbers
    }

    /// The value at a position of the travel; nil for what has none.
    func value(at position: SIMD2<Double>) -> ControlValue? {
        guard let law, let value else { return nil }
        return law.value(.norm(ControlValue(position, like: law.norm(of: value))), from: value)
    }

    /// Where a value that the control may have lies on its travel; nil if it does not go there
    /// little by little. Parts that the value has not stay where they are.
    func position(of target: ControlValue) -> SIMD2<Double>? {
        guard let law, let value, law.hasTravel, !isDiscrete, value.text == nil else { return nil }
        return law.norm(of: target.completed(by: value)).numbers
    }

    /// The value that the control would have when it was given another, of which parts may be missing.
    func nearest(to wanted: ControlValue) -> ControlValue? {
        guard let law, let value else { return nil }
        return law.nearest(to: wanted.completed(by: value))
    }

    // MARK: Links

    /// What decides whether the control can be in a link, other than in `link`.
    func candidate(besides link: ControlLink?) -> LinkCandidate {
        LinkCandidate(
            id: id, law: law, value: value, isSettable: access == .readWrite,
            otherLink: self.link === link ? nil : self.link?.request.name)
    }

    // MARK: Meters

    /// How many channels the control's meter has; nil if it has none.
    package var meterChannelCount: Int? { body.meter?.channelCount }

    /// Shows levels, in dB, on the control's meter.
    ///
    /// - Throws: an error, if it has none or not so many channels; nothing has changed then.
    func show(_ levels: [Double], at time: Duration) throws(RequestError) {
        guard let meter = body.meter else {
            throw RequestError(.badRequest, "\(id) has no meter", field: "v")
        }
        let count = meter.channelCount
        guard levels.count <= count else {
            throw RequestError(
                .badValue, "\(id) has \(count) \(count == 1 ? "channel" : "channels")", field: "v")
        }
        meter.setLevels(levels, at: time)
    }

    // MARK: What is kept

    /// The value that outlives the program; nil for what has none, or none that stays.
    var keptValue: ControlValue? {
        guard access == .readWrite, !showsPages,
            kind.key?.mode ?? .latching == .latching
        else { return nil }
        return body.ownValue?() ?? value
    }

    /// A value that was kept, if the control can have one like it.
    func valid(_ value: ControlValue) -> ControlValue? {
        guard keptValue != nil, let law, let present = self.value else { return nil }
        return law.value(.value(value), from: present)
    }
}
