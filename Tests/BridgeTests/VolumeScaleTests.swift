import GlassfaderBridge
import GlassfaderClient
import PanelProtocol
import Testing

@testable import glassfader_alsa

struct VolumeScaleTests {
    /// A driver with steps of 1.5 dB, and silence below them.
    private let card: VolumeScale = {
        var scale = VolumeScale(steps: 0...31)
        scale.decibels = { $0 == 0 ? -.infinity : -46.5 + 1.5 * Double($0) }
        scale.step = { level, isUpwards in
            let step = (level + 46.5) / 1.5
            return min(max(Int(isUpwards ? step.rounded(.up) : step.rounded(.down)), 1), 31)
        }
        return scale
    }()

    @Test(
        arguments: [
            (0.0, 31), (-1.4, 30), (-0.7, 31), (-0.8, 30), (-45.0, 1), (-Double.infinity, 0),
            (6.0, 31),
        ] as [(Double, Int)])
    func `a level is set to the nearest step of the driver`(level: Double, step: Int) throws {
        #expect(card.step(for: try .level(level), .decibels) == step)
    }

    @Test func `the driver's silence is silence on the panel`() {
        #expect(card.engineValue(of: 0, .decibels) == .decibels(-.infinity))
        #expect(card.engineValue(of: 30, .decibels) == .decibels(-1.5))
    }

    @Test func `without dB the law is that of software mixers`() throws {
        let pulse = VolumeScale(steps: 0...65536)
        #expect(pulse.step(for: try .level(-12), .decibels) == 41350)
        #expect(pulse.step(for: try .level(-.infinity), .decibels) == 0)
        guard case .decibels(let level) = pulse.engineValue(of: 41350, .decibels) else {
            Issue.record("no level")
            return
        }
        #expect(abs(level + 12) < 0.001)
    }

    @Test func `a number without a unit is its share of the driver's steps`() throws {
        let scale = VolumeScale(steps: 10...30)
        let volume = ALSABinding.Part.volume(.range(0, 1))
        #expect(scale.step(for: try .share(0.25), volume) == 15)
        #expect(scale.engineValue(of: 15, volume) == .share(0.25))
        #expect(VolumeScale(steps: 0...0).engineValue(of: 0, volume) == .share(0))
    }
}
