import Panel
import PanelProtocol

@testable import GlassfaderDaemon

/// What a client sends: cut into lines, read as requests, and done to a panel.
///
/// The first byte says where the others are cut as they arrive: the requests must be the same.
struct LineFuzzer: Fuzzer {
    static let name = "lines"

    private let panels: FuzzedPanel

    init() throws { panels = try FuzzedPanel() }

    func check(_ bytes: ArraySlice<UInt8>) throws {
        guard let seed = bytes.first else { return }
        let stream = bytes.dropFirst()
        let requests = Self.requests(in: [stream])
        let others = Self.requests(in: Self.pieces(of: stream, seed: seed))
        try require(requests == others, "\(requests) became \(others)")

        guard requests.contains(where: \.isRequest) else { return }
        try panels.use { try Self.perform(requests, on: $0) }
    }

    private static func perform(_ requests: [Outcome], on panel: Panel) throws {
        var time = Duration.seconds(100)
        for request in requests {
            guard case .request(let request) = request else { continue }
            time += .milliseconds(10)
            try? perform(request.command, on: panel, at: time)
            panel.advance(to: time)
        }
        _ = FuzzedPanel.settle(panel, from: time)
        try FuzzedPanel.examine(panel)
        // What clients leave behind can be saved, and is the same when it is read.
        let state = panel.state
        var invalid: [String] = []
        let saved = try PanelState(json: state.json, invalid: &invalid)
        try require(invalid.isEmpty, "saved, but refused when read: \(invalid)")
        try require(saved == state, "\(state) is read as \(saved)")
    }

    private enum Outcome: Equatable {
        case request(Request)
        case rejection(RequestError)
        case tooLong(Int)

        var isRequest: Bool { if case .request = self { true } else { false } }
    }

    private static func requests(in pieces: [ArraySlice<UInt8>]) -> [Outcome] {
        var reader = LineReader()
        var outcomes: [Outcome] = []
        for piece in pieces {
            reader.append(piece)
            do throws(LineReader.LineTooLong) {
                while let line = try reader.next() {
                    do throws(RequestError) {
                        let request = try Request(line: line.bytes, number: line.number)
                        outcomes.append(.request(request))
                    } catch {
                        outcomes.append(.rejection(error))
                    }
                }
            } catch {
                outcomes.append(.tooLong(error.number))
                break
            }
        }
        return outcomes
    }

    /// Pieces of 1 byte up to 1 + `seed`.
    private static func pieces(of stream: ArraySlice<UInt8>, seed: UInt8) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = stream
        var number = Int(seed)
        while !rest.isEmpty {
            number = (number * 73 + 41) & 0xff
            pieces.append(rest.prefix(1 + number % (Int(seed) + 1)))
            rest = rest.dropFirst(1 + number % (Int(seed) + 1))
        }
        return pieces
    }

    private static func perform(
        _ command: Request.Command, on panel: Panel, at time: Duration
    ) throws {
        let client = ValueChanged.Source.client("c1", name: nil)
        switch command {
        case .set(let set): _ = try panel.apply(set, from: client, at: time)
        case .meters(let levels): try panel.show(levels, at: time)
        case .plot(let points): try panel.show(points, at: time)
        case .list(let match):
            for control in panel.controls where match.contains(where: { $0.matches(control.id) }) {
                _ = control.info
            }
        case .get(let control): _ = panel[control]?.state
        case .batch(let batch): _ = try panel.apply(batch, from: client, at: time)
        case .touch(let request): _ = panel.perform(request, from: client, at: time)
        case .link(let request): _ = try panel.link(request, from: client, at: time)
        case .unlink(let name): _ = try panel.unlink(name, from: client, at: time)
        case .page(let page): _ = try panel.perform(page: page, from: client, at: time)
        case .spill(let request): _ = try panel.perform(request, from: client, at: time)
        case .lock(let request): _ = try panel.perform(request, from: client, at: time)
        case .scene(let request): _ = try panel.perform(request, from: client, at: time)
        case .history(let request): _ = try panel.perform(request, from: client, at: time)
        case .accessibility(let request):
            _ = try panel.perform(request, from: client, at: time)
        case .style(let request): _ = try panel.perform(request, from: client, at: time)
        case .display, .reload, .hello, .subscribe, .unsubscribe, .ping, .version, .clients,
            .screenshot, .bye:
            break
        }
    }
}
