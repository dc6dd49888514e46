import Drawing
import Testing

@testable import Layers

@Suite struct KeyframeAnimationTests {
    @Test func `an animation starts at its first value and ends at its last`() {
        let animation = KeyframeAnimation(.rotation, values: [-2, 0, 2], duration: .seconds(1))
        #expect(animation.value(at: 0) == -2)
        #expect(animation.value(at: 1) == 2)
        #expect(abs(animation.value(at: 0.5)) < 1e-6)
    }

    @Test func `key times decide when each value is reached`() {
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

    @Test func `a pointer turns through the middle value and takes the given time`() {
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

    /// A root of 100 × 100 pixels with one layer in it.
    private func tree() -> (root: Layer, lamp: ShapeLayer) {
        let root = Layer()
        root.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        let lamp = ShapeLayer()
        lamp.frame = root.frame
        lamp.strokeColor = .white
        lamp.shape = .line(from: Point(x: 10, y: 50), to: Point(x: 90, y: 50))
        root.addSublayer(lamp)
        return (root, lamp)
    }

    @Test func `repeating animations with the same begin time are in step, whenever added`() {
        let (root, first) = tree()
        let second = ShapeLayer()
        root.addSublayer(second)
        let blink = KeyframeAnimation(
            .opacity, values: [1, 1, 0, 0], keyTimes: [0, 0.5, 0.5, 1], duration: .seconds(1),
            timingFunction: .linear, beginTime: .zero, repeats: true)
        first.add(blink, forKey: "blink")
        var damage = Region()
        root.collect(into: &damage, at: .milliseconds(7300))
        #expect(first.presented(.opacity) == 1)
        second.add(blink, forKey: "blink")
        for (milliseconds, opacity) in [(7400, 1.0), (7600, 0), (8200, 1), (91700, 0)] {
            root.collect(into: &damage, at: .milliseconds(milliseconds))
            #expect(first.presented(.opacity) == opacity)
            #expect(second.presented(.opacity) == opacity)
            #expect(root.needsFrame)
        }
    }

    @Test func `a repeating animation requests no frame while its layer is hidden`() {
        let (root, lamp) = tree()
        lamp.add(
            KeyframeAnimation(.opacity, values: [1, 0], duration: .seconds(1), repeats: true),
            forKey: "blink")
        lamp.isHidden = true
        var damage = Region()
        root.collect(into: &damage, at: .seconds(1))
        #expect(!root.needsFrame)
        lamp.isHidden = false
        root.collect(into: &damage, at: .seconds(2))
        #expect(root.needsFrame)
    }

    @Test func `a growing line and a sliding layer cause damage at their current position`() {
        let (root, lamp) = tree()
        var damage = Region()
        root.collect(into: &damage, at: .zero)
        lamp.add(
            KeyframeAnimation(
                .strokeEnd, values: [0, 1], duration: .seconds(1), timingFunction: .linear,
                beginTime: .zero), forKey: "grow")
        damage = Region()
        root.collect(into: &damage, at: .milliseconds(500))
        #expect(abs(lamp.extent.maxX - 51.5) < 0.01, "half of the line")
        #expect(damage.extents.maxX <= 92)
        root.collect(into: &damage, at: .seconds(1))
        #expect(!root.needsFrame && abs(lamp.extent.maxX - 91.5) < 0.01)

        lamp.add(
            KeyframeAnimation(
                .translationY, values: [-30, 0], duration: .seconds(1), timingFunction: .linear,
                beginTime: .seconds(2)), forKey: "slide")
        damage = Region()
        root.collect(into: &damage, at: .milliseconds(2500))
        #expect(damage.extents.minY == 33 && damage.extents.maxY == 52, "from -15 to its place")
    }
}
