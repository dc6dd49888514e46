import Drawing
import Fingers
import Testing

@testable import Controls

@Suite struct DynamicsCurveTests {
    private let window = Window(size: Size(width: 400, height: 400))

    private func shown(
        _ kind: DynamicsCurve.Kind, threshold: Double, ratio: Double, third: Double
    ) -> (DynamicsCurve, Glass) {
        let curve = DynamicsCurve(
            frame: Rect(x: 10, y: 10, width: 380, height: 380), kind: kind, threshold: threshold,
            ratio: ratio, third: third)
        window.backgroundColor = Theme.dark.background
        window.addSubview(curve)
        return (curve, Glass(window))
    }

    private func touch(_ curve: DynamicsCurve, _ node: Int, on glass: Glass) -> Finger {
        glass.touch(curve, at: curve.handleCenter(ofNode: node))
    }

    private func value(_ curve: DynamicsCurve, _ name: String) throws -> Double {
        try #require(curve.values.first { $0.name == name }).value
    }

    @Test func `a compressor with a hard knee divides what is above its threshold`() {
        let (curve, _) = shown(.compressor, threshold: -20, ratio: 4, third: 0)
        #expect(curve.output(of: -40) == -40 && curve.output(of: -20) == -20)
        #expect(curve.output(of: 0) == -15)
    }

    @Test func `a soft knee joins both slopes without a step`() {
        let (curve, _) = shown(.compressor, threshold: -20, ratio: 4, third: 12)
        #expect(curve.output(of: -26) == -26 && abs(curve.output(of: -14) + 18.5) < 1e-9)
        #expect(curve.output(of: -20) < -20)
        for input in stride(from: -59.9, through: 0, by: 0.1) {
            let step = curve.output(of: input) - curve.output(of: input - 0.1)
            #expect(step > 0.02 && step < 0.1001)
        }
    }

    @Test func `a gate reduces what is below its threshold, by at most its range`() {
        let (curve, _) = shown(.gate, threshold: -30, ratio: 3, third: 20)
        #expect(curve.output(of: -10) == -10 && curve.output(of: -30) == -30)
        #expect(curve.output(of: -35) == -45 && curve.output(of: -50) == -70)
    }

    @Test func `fingers drag the threshold and the ratio of a compressor, and the node follows`()
        throws
    {
        let (curve, glass) = shown(.compressor, threshold: -20, ratio: 4, third: 6)
        let threshold = touch(curve, 0, on: glass)
        let ratio = touch(curve, 1, on: glass)
        #expect(try value(curve, "threshold") == -20 && value(curve, "ratio") == 4)
        let before = curve.handleCenter(ofNode: 1)
        ratio.drag(up: 30)
        #expect(abs(before.y - curve.handleCenter(ofNode: 1).y - 30) < 2)
        #expect(try value(curve, "ratio") < 3)
        threshold.drag(left: 60)
        #expect(try value(curve, "threshold") < -28)
        ratio.drag(down: 400)
        #expect(try value(curve, "ratio") == 20)
        _ = glass.nextFrame()
        #expect(glass.missedPixels.isEmpty)
    }

    @Test func `a second finger beside the threshold widens the knee`() throws {
        let (curve, glass) = shown(.compressor, threshold: -40, ratio: 4, third: 6)
        let finger = touch(curve, 0, on: glass)
        glass.touch(curve, at: curve.handleCenter(ofNode: 0).offsetBy(dx: 60, dy: 0))
            .drag(right: 60).lift()
        finger.lift()
        #expect(try value(curve, "knee") > 12 && value(curve, "threshold") == -40)
    }

    @Test func `the range of a gate does not jump, even if its node is outside`() throws {
        let (curve, glass) = shown(.gate, threshold: -40, ratio: 10, third: 60)
        let finger = touch(curve, 1, on: glass)
        finger.drag(up: 4)
        #expect(abs(try value(curve, "range") - 60) < 2)
        finger.drag(up: 300)
        #expect(try value(curve, "range") < 20)
        finger.lift()
    }

    @Test func `a dot shows the level, and goes when none follows`() {
        let (curve, glass) = shown(.compressor, threshold: -20, ratio: 4, third: 0)
        curve.setLevel(input: -10, change: nil, at: glass.now)
        let damage = glass.nextFrame()
        #expect(!damage.isEmpty && damage.extents.width <= 14)
        curve.setLevel(input: -10, change: -20, at: glass.now)
        #expect(glass.nextFrame().extents.height > 60)
        #expect(glass.missedPixels.isEmpty)
        glass.wait(.seconds(1))
        #expect(!glass.nextFrame().isEmpty)
        #expect(window.nextDeadline == nil && glass.missedPixels.isEmpty)
        curve.setLevel(input: .nan, change: .nan, at: glass.now)
        curve.setLevel(input: -90, change: nil, at: glass.now)
        #expect(glass.nextFrame().isEmpty)
    }
}
