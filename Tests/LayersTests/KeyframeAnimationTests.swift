import Drawing
import Testing

@testable import Layers

@Suite struct KeyframeAnimationTests {
    @Test func `an animation begins at its first value and ends at its last`() {
        let animation = KeyframeAnimation(.rotation, values: [-2, 0, 2], duration: .seconds(1))
        #expect(animation.value(at: 0) == -2)
        #expect(animation.value(at: 1) == 2)
        #expect(abs(animation.value(at: 0.5)) < 1e-6)
    }

    @Test func `key times decide when a value is reached`() {
        let animation = KeyframeAnimation(
            .arcEnd, values: [0, 10, 20], keyTimes: [0, 0.25, 1], duration: .seconds(1),
            timingFunction: .linear)
        #expect(abs(animation.value(at: 0.25) - 10) < 1e-6)
        #expect(abs(animation.value(at: 0.625) - 15) < 1e-6)
    }

    @Test func `easing in and out is slow at both ends`() {
        let ease = TimingFunction.easeInEaseOut
        #expect(ease.value(at: 0.1) < 0.05)
        #expect(ease.value(at: 0.9) > 0.95)
        #expect(abs(ease.value(at: 0.5) - 0.5) < 1e-6)
    }

    @Test func `a pointer turns through the middle and takes the stated time`() {
        let root = Layer()
        root.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        let pointer = ShapeLayer()
        pointer.frame = root.frame
        pointer.strokeColor = .white
        pointer.shape = .line(from: Point(x: 70, y: 50), to: Point(x: 90, y: 50))
        pointer.transform = .rotation(.radians(2))
        root.addSublayer(pointer)
        pointer.add(
            KeyframeAnimation(.rotation, values: [-2, 0, 2], duration: .milliseconds(300)),
            forKey: "turn")

        var frames = 0
        var seen: [Double] = []
        while root.needsFrame, frames < 100 {
            var damage = Region()
            root.collect(into: &damage, at: .milliseconds(1000 + 20 * frames))
            if let value = pointer.presented(.rotation) { seen.append(value) }
            frames += 1
        }
        #expect(frames == 16, "15 frames of 20 ms, and the one that ends it")
        #expect(seen == seen.sorted() && seen.contains { abs($0) < 0.3 })
    }
}
