package import PanelProtocol

// Numbers that clients send to be shown: levels of meters, and points of plots.
extension PanelControl {
    /// The number of channels of the control's meter; `nil` without a meter.
    var meterChannelCount: Int? { body.meter?.channelCount ?? body.levels?.count }

    /// Whether it is a plot.
    var hasPlot: Bool { body.plot != nil }

    /// Shows numbers from a client on the control's meter or plot.
    ///
    /// - Throws: If the control has no meter or plot, or too few channels. Then nothing changes.
    func show(_ numbers: some MeasuredData, at time: Duration) throws(RequestError) {
        if let problem = problem(with: numbers) { throw problem }
        switch numbers.event {
        case .plot: body.plot?.view.setPoints(numbers.numbers, at: time)
        default:
            body.meter?.setLevels(numbers.numbers, at: time)
            body.levels?.show(numbers.numbers, time)
        }
    }

    /// The numbers that the control shows; `nil` without a meter and without a plot.
    var shownData: ShownData? {
        body.meter.map { .levels($0.levels) }
            ?? body.plot.map { .points($0.view.points, measuredAt: $0.view.measuredAt) }
    }

    /// Shows the numbers that another control has shown, if both have meters, or both have plots.
    func show(_ numbers: ShownData) {
        switch numbers {
        case .levels(let levels): body.meter?.levels = levels
        case .points(let points, let time): body.plot?.view.setPoints(points, at: time)
        }
    }

    /// Why numbers cannot be shown; `nil` if they can.
    package func problem(with numbers: some MeasuredData) -> RequestError? {
        guard numbers.event != .plot else {
            return hasPlot ? nil : RequestError(.badRequest, "\(id) is no plot", field: "v")
        }
        guard let count = meterChannelCount else {
            return RequestError(.badRequest, "\(id) has no meter", field: "v")
        }
        guard numbers.numbers.count > count else { return nil }
        return RequestError(
            .badValue,
            "\(id) has \(count) \(count == 1 ? "channel" : "channels"), "
                + "found \(numbers.numbers.count) levels", field: "v")
    }
}
