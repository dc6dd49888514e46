import GlassfaderBridge
import GlassfaderClient

/// The strips of a panel, and the eight of them that the channels of a Mackie Control have now.
struct MackieBank {
    private(set) var strips: [MackieStrip] = []
    private(set) var master: MackieStrip?
    private(set) var problems: [BridgeProblem] = []
    /// The strip of the first channel.
    private(set) var offset = 0

    init(_ panel: BridgePanel) {
        for strip in panel.strips {
            do throws(BridgeProblem) {
                guard let found = try MackieStrip(strip, panel) else { continue }
                if found.isMaster, master == nil {
                    master = found
                } else if !found.isMaster, !found.controls.isEmpty {
                    strips.append(found)
                }
            } catch {
                problems.append(error)
            }
        }
    }

    /// The strip of a channel, or of the master; `nil` for none.
    subscript(channel: Int) -> MackieStrip? {
        guard channel < MackieMessage.channels else { return master }
        return strips.indices.contains(offset + channel) ? strips[offset + channel] : nil
    }

    /// Moves by so many strips. Returns whether that moved anything.
    mutating func move(by count: Int) -> Bool {
        let last = max(strips.count - MackieMessage.channels, 0)
        let next = min(max(offset + count, 0), last)
        defer { offset = next }
        return next != offset
    }

    /// The channel that has a control or its meter now.
    func channel(of control: String) -> Int? {
        (0..<MackieMessage.faders).first { channel in
            guard let strip = self[channel] else { return false }
            return strip.controls.contains { $0.name == control } || strip.meter?.name == control
        }
    }

    /// Takes a new title, and returns the channel that has the strip now.
    mutating func rename(_ strip: String, _ label: String) -> Int? {
        guard let index = strips.firstIndex(where: { $0.name == strip }) else { return nil }
        strips[index].label = label
        let channel = index - offset
        return (0..<MackieMessage.channels).contains(channel) ? channel : nil
    }

    /// The controls that all banks have.
    func report(limit: Int = .max) -> Bindings {
        var report = Bindings()
        for (index, strip) in strips.prefix(limit).enumerated() {
            let place = "channel \(index + 1)"
            report.controls += strip.entries(at: place)
            guard let meter = strip.meter else { continue }
            report.others.append(.init(meter.name, "meter of \(place)", origin: "mackie"))
        }
        report.controls += master?.entries(at: "the master") ?? []
        report.problems = problems
        return report
    }
}
