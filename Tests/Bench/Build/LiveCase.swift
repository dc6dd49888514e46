import Controls
import CountedMemory
import Drawing
import Foundation
import Panel
import PanelProtocol

/// The live desk with a number of channels: what it costs to start, to keep and to play.
struct LiveCase {
    /// How many channels it has.
    let channels: Int
    /// How many controls these and the rest of the desk are.
    let controls: Int
    /// Milliseconds of processor time until the first picture, as in `BuildCase`.
    private(set) var start = Double.infinity
    /// The same for a file in the place of another that says the same.
    private(set) var reload = Double.infinity
    /// The bytes of the heap that the panel keeps.
    let kept: Int
    /// Milliseconds of processor time of a turn to a bank and its picture.
    private(set) var turn = Double.infinity
    /// The bytes that the heap is asked for in it.
    let turnBytes: Int
    /// Milliseconds and bytes to select another channel, with the picture, while its page is not
    /// visible.
    private(set) var choice = Double.infinity
    let choiceBytes: Int

    init(channels: Int) throws {
        self.channels = channels
        let text = try String(contentsOfFile: "Config/live.toml", encoding: .utf8)
            .replacingOccurrences(of: "count = 32", with: "count = \(channels)")
        let shadow = Bitmap(width: 1280, height: 800, format: .xrgb32)
        let description = try BuildCase.description(text)
        let before = kept_memory_bytes()
        let panel = try Panel(
            description, width: shadow.width, height: shadow.height, fonts: FontCollection())
        BuildCase.draw(panel, in: shadow, at: .seconds(1))
        kept = Int(kept_memory_bytes()) - Int(before)
        controls = panel.controls.count
        let client = ValueChanged.Source.client("bench", name: nil)
        func change(_ body: () throws -> Void) rethrows -> (time: Double, bytes: Int) {
            var best = (time: Double.infinity, bytes: 0)
            for _ in 0..<50 {
                let (time, bytes) = (BuildCase.processorTime, counted_memory_bytes())
                try body()
                BuildCase.draw(panel, in: shadow, at: .seconds(3))
                best.bytes = Int(counted_memory_bytes() - bytes)
                best.time = min(best.time, BuildCase.processorTime - time)
            }
            return best
        }
        (turn, turnBytes) = change {
            panel.show(
                page: panel.page == "mix/1" ? "mix/2" : "mix/1", from: client, at: .seconds(2))
        }
        // The first channel is selected at the start.
        var channel = 1
        (choice, choiceBytes) = try change {
            channel = channel % 4 + 1
            _ = try panel.apply(
                SetRequest(control: "ch\(channel).select", change: .value(.boolean(true))),
                from: client, at: .seconds(2))
        }
        for _ in 0..<3 { try measure(text, in: shadow) }
    }

    private mutating func measure(_ text: String, in shadow: Bitmap) throws {
        var begin = BuildCase.processorTime
        let panel = try Panel(
            BuildCase.description(text), width: shadow.width, height: shadow.height,
            fonts: FontCollection())
        panel.restore(panel.state, at: .seconds(1))
        BuildCase.draw(panel, in: shadow, at: .seconds(1))
        start = min(start, BuildCase.processorTime - begin)
        begin = BuildCase.processorTime
        panel.reload(try BuildCase.description(text), from: nil, at: .seconds(2))
        BuildCase.draw(panel, in: shadow, at: .seconds(2))
        reload = min(reload, BuildCase.processorTime - begin)
    }
}
