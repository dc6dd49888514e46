/// The newest levels of meters and points of plots, by control. What is not sent in time is replaced.
struct Readings {
    /// The channels of each meter, in dB.
    var meters: [String: [Double]] = [:]
    /// The points of each plot.
    var plots: [String: [Double]] = [:]

    /// So many meters fit into one line of the protocol.
    private static let metersOfRequest = 200

    /// The requests to send.
    var requests: [PanelRequest] {
        let all = Array(meters)
        let levels = stride(from: 0, to: all.count, by: Self.metersOfRequest).map { start in
            let part = all[start..<min(start + Self.metersOfRequest, all.count)]
            return PanelRequest.meters(Dictionary(uniqueKeysWithValues: part.map { ($0, $1) }))
        }
        // The points of one plot may fill half a line.
        return levels + plots.map { .plot([$0.key: $0.value]) }
    }
}
