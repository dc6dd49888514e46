import PanelProtocol

/// The newest levels of meters, points of plots and values of the engine, by control. What is not
/// sent in time is replaced.
package struct Readings {
    /// The channels of each meter, in dB.
    var meters: [String: [Double]]
    /// The points of each plot.
    var plots: [String: [Double]] = [:]
    /// The values that the engine has.
    var feedback: [String: PanelChange] = [:]

    /// The levels of some meters.
    package init(meters: [String: [Double]] = [:]) { self.meters = meters }

    /// The lines to send: as few as the daemon takes. What is too long for a line by itself is left
    /// out.
    package var lines: [UInt8] {
        Self.lines(of: meters, PanelRequest.meters) + Self.lines(of: plots, PanelRequest.plot)
            + feedback.flatMap { control, change in
                let request = PanelRequest.setting(control, change, over: .zero, isFeedback: true)
                return (try? request.line(id: nil)) ?? []
            }
    }

    private static func lines(
        of numbers: [String: [Double]], _ request: ([String: [Double]]) -> PanelRequest
    ) -> [UInt8] {
        var lines: [UInt8] = []
        var part: [String: [Double]] = [:]
        var size = 0
        func endPart() {
            if let line = try? request(part).line(id: nil) { lines += line }
            (part, size) = ([:], 0)
        }
        for (control, numbers) in numbers {
            // At most six bytes for one of a name; a sign, ten digits, six decimals and what is
            // between two for a number.
            let length = 6 * control.utf8.count + 8 + 20 * numbers.count
            if size + length > LineReader.requestLimit - 100, !part.isEmpty { endPart() }
            part[control] = numbers
            size += length
        }
        if !part.isEmpty { endPart() }
        return lines
    }
}
