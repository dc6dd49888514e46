import Controls
import CountedMemory
import Drawing
import Fingers
import Foundation
import PanelProtocol
import TestVectors
import Testing

@testable import Panel

/// What it costs to read, build and reload a panel is in proportion to its controls, of whatever
/// shape it is. What is counted are the bytes that the heap is asked for: the same work asks for
/// the same on every machine, and who makes a list of all controls for each control asks for four
/// times as much for twice the controls.
@Suite(.enabled(if: isMemoryCounted, "the heap is a sanitizer's"))
struct BuildCostTests {
    /// What a large panel may consist of.
    enum Shape: CaseIterable {
        case onePage
        case manyPages
        case oneStrip
        case oneGroup
        case oneRadioGroup
        case manyGroups
        case labels
        case links
        case scene
        case exceptions
    }

    @Test(arguments: Shape.allCases)
    func `twice the controls cost twice as much to start`(_ shape: Shape) throws {
        let costs = try [200, 400].map { count in
            try cost { _ = try Self.panel(shape, count) }
        }
        #expect(Double(costs[1]) < 2.4 * Double(costs[0]), "\(costs)")
    }

    @Test(arguments: Shape.allCases)
    func `twice the controls cost twice as much to reload`(_ shape: Shape) throws {
        let costs = try [200, 400].map { count in
            let panel = try Self.panel(shape, count)
            return try cost {
                panel.reload(try Self.description(shape, count), from: nil, at: .seconds(2))
            }
        }
        #expect(Double(costs[1]) < 2.4 * Double(costs[0]), "\(costs)")
    }

    @Test func `a file reads each image once, however many controls show it`() throws {
        let folder = URL.temporaryDirectory.appending(path: "glassfader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let image = try Bitmap(width: 128, height: 128).pngData()
        try Data(image).write(to: folder.appending(path: "cap.png"))
        let costs = try [200, 400].map { count in
            let controls = (0..<count).map {
                "{ id = \"c\($0)\", type = \"image\", file = \"cap.png\" }"
            }
            let text =
                "[[pages]]\nid = \"p\"\nstrips = [{ id = \"s\", controls = ["
                + controls.joined(separator: ",\n") + "] }]"
            return try cost {
                let file = PanelFile(text: text, name: folder.path + "/panel.toml")
                try #require(file.errors.map(\.description) == [])
            }
        }
        // A file's pixels alone take 64 KiB.
        #expect(costs[1] - costs[0] < 200 * 64 << 10, "\(costs)")
    }

    // MARK: A live desk

    @Test func `twice the channels cost twice as much to start and to reload`() throws {
        let costs = try [32, 64].map { channels in
            let text = try Self.liveDesk(channels)
            let start = try cost { _ = try Self.panel(live: text) }
            let panel = try Self.panel(live: text)
            let reload = try cost {
                panel.reload(try PanelDesk.description(text), from: nil, at: .seconds(2))
            }
            return (start: start, reload: reload)
        }
        #expect(Double(costs[1].start) < 2.2 * Double(costs[0].start), "\(costs)")
        #expect(Double(costs[1].reload) < 2.2 * Double(costs[0].reload), "\(costs)")
    }

    @Test(arguments: [["mix/2", "mix/1"], ["dca", "channel"]])
    func `a page turn costs what is on the page, and nothing for what is not`(
        pages: [String]
    ) throws {
        let costs = try [32, 64].map { channels in
            let panel = try Self.panel(live: Self.liveDesk(channels))
            let glass = Glass(panel.window)
            func turn() {
                for page in pages {
                    panel.show(page: page)
                    _ = glass.nextFrame()
                }
            }
            // The first time, fonts and texts are made that stay.
            for _ in 0..<3 { turn() }
            return cost { turn() }
        }
        #expect(Double(costs[1]) < 1.1 * Double(costs[0]), "\(costs)")
    }

    @Test func `a channel is selected without laying out its strip on a page that is not seen`()
        throws
    {
        let panel = try Self.panel(live: Self.liveDesk(64))
        let glass = Glass(panel.window)
        let page = try #require(panel.pages.first { $0.id == "channel" })
        func select() -> Int {
            let keys = ["ch2.select", "ch1.select"].compactMap { panel[$0]?.view }
            return cost {
                for key in keys {
                    glass.touch(key).lift()
                    panel.layOutIfNeeded()
                    _ = glass.nextFrame()
                }
            }
        }
        for _ in 0..<3 { _ = select() }
        let costs = [select()]
        #expect(page.isLayoutOutdated)
        // The strip that was chosen last is laid out when the page is shown.
        panel.show(page: "channel")
        #expect(!page.isLayoutOutdated)
        _ = glass.nextFrame()
        #expect(glass.missedPixels.isEmpty)
        panel.show(page: "mix/1")
        _ = glass.nextFrame()
        let layout = cost { panel.layOutAgain([page]) }
        #expect(costs[0] < 2 * layout, "\(costs[0]) for two choices, \(layout) for a layout")
    }

    /// The live desk with this number of channels.
    private static func liveDesk(_ channels: Int) throws -> String {
        let text = try TestFiles.text("Config/live.toml")
        try #require(text.contains("count = 32"))
        return text.replacing("count = 32", with: "count = \(channels)")
    }

    private static func panel(live text: String) throws -> Panel {
        let panel = try Panel(
            PanelDesk.description(text), width: 1280, height: 800, fonts: FontCollection())
        panel.restore(panel.state, at: .seconds(1))
        return panel
    }

    /// How many bytes the heap is asked for.
    private func cost(of body: () throws -> Void) rethrows -> Int {
        let before = counted_memory_bytes()
        try body()
        return Int(counted_memory_bytes() - before)
    }

    private static func panel(_ shape: Shape, _ count: Int) throws -> Panel {
        let panel = try Panel(
            description(shape, count), width: 1280, height: 800, fonts: FontCollection())
        try #require(panel.controls.count >= count)
        panel.restore(panel.state, at: .seconds(1))
        return panel
    }

    private static func description(_ shape: Shape, _ count: Int) throws -> PanelDescription {
        try PanelDesk.description(text(shape, count))
    }

    private static func text(_ shape: Shape, _ count: Int) -> String {
        let knobs = (1...count).map { number in
            let id = "k\(number)"
            return switch shape {
            case .oneGroup: "{ id = \"\(id)\", type = \"button\", groups = [\"mutes\"] }"
            case .oneRadioGroup:
                "{ id = \"\(id)\", type = \"button\", mode = \"latching\", groups = [\"choice\"] }"
            case .manyGroups:
                "{ id = \"\(id)\", type = \"button\", groups = [\"g\(number / 4)\"] }"
            case .labels where number % 2 == 0:
                "{ id = \"\(id)\", type = \"label\", shows = \"s\((number - 2) / 10).k\(number - 1)\" }"
            default: "{ id = \"\(id)\", type = \"knob\" }"
            }
        }
        let perStrip = shape == .oneStrip || shape == .exceptions ? count : 10
        let strips = stride(from: 0, to: count, by: perStrip).map { start in
            "{ id = \"s\(start / 10)\", controls = [\n"
                + knobs[start..<min(start + perStrip, count)].joined(separator: ",\n") + "] }"
        }
        let perPage = shape == .manyPages ? 4 : strips.count
        let pages = stride(from: 0, to: strips.count, by: perPage).map { start in
            "[[pages]]\nid = \"p\(start)\"\nbanks = 256\nstrips = [\n"
                + strips[start..<min(start + perPage, strips.count)].joined(separator: ",\n") + "]"
        }
        return pages.joined(separator: "\n") + "\n" + rest(shape, count)
    }

    private static func rest(_ shape: Shape, _ count: Int) -> String {
        let ids = (1...count).map { "s\(($0 - 1) / 10).k\($0)" }
        switch shape {
        case .oneRadioGroup: return "[groups.choice]\ntype = \"radio\"\n"
        case .links:
            return stride(from: 0, to: count, by: 2).map {
                "[[links]]\ncontrols = [\"\(ids[$0])\", \"\(ids[$0 + 1])\"]\n"
            }.joined()
        case .scene:
            return "[[scenes]]\nname = \"all\"\n[scenes.values]\n"
                + ids.map { "\($0) = 0.25\n" }.joined()
        case .exceptions:
            return (1...count).map { "[strips.s0.k\($0)]\nlabel = \"K \($0)\"\n" }.joined()
        default: return ""
        }
    }
}

/// Whether the heap of this program counts what it is asked for.
private let isMemoryCounted: Bool = {
    let before = counted_memory_bytes()
    return withExtendedLifetime([UInt8](repeating: 0, count: 100)) {
        counted_memory_bytes() > before
    }
}()
