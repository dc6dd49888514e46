import Drawing
import Testing

@testable import Layers

@Suite struct AnimationTests {
    private var picture = Picture()
    private let layer = Layer()

    private init() {
        layer.frame = Rect(x: 20, y: 10, width: 30, height: 40)
        layer.backgroundColor = .blue
        picture.root.addSublayer(layer)
        _ = picture.nextFrame()
    }

    /// Frames 20 ms apart until nothing moves any more, and what is seen of a property in each.
    private mutating func run<Value>(
        _ property: AnimatableProperty<Value>, atMost limit: Int = 200
    ) -> [Value] {
        var seen: [Value] = []
        while picture.root.needsFrame || picture.root.nextChange != nil, seen.count < limit {
            _ = picture.nextFrame(after: .milliseconds(20))
            seen.append(layer.presentation(of: property))
        }
        return seen
    }

    // MARK: Basic

    @Test mutating func `a basic animation goes from one value to another and ends`() {
        var ends: [Bool] = []
        layer.add(
            BasicAnimation(
                .opacity, from: 0, to: 1, duration: .milliseconds(100), timingFunction: .linear)
        ) { ends.append($0) }
        let seen = run(.opacity)
        #expect(seen.count == 6)
        for (value, expected) in zip(seen, [0, 0.2, 0.4, 0.6, 0.8, 1]) {
            #expect(abs(value - expected) < 1e-6)
        }
        #expect(ends == [true] && layer.animationKeys.isEmpty)
        #expect(picture.isComplete)
    }

    @Test
    mutating func `without values an animation goes from the presented value to the model value`() {
        layer.position.x = 135
        layer.add(
            BasicAnimation(
                .position, from: Point(x: 35, y: 30), duration: .milliseconds(100),
                timingFunction: .linear))
        _ = picture.nextFrame()
        _ = picture.nextFrame(after: .milliseconds(50))
        #expect(abs(layer.presentation(of: .position).x - 85) < 1e-6)
        #expect(layer.position.x == 135)
        // Turned round halfway, it starts where it is.
        layer.position.x = 35
        layer.add(BasicAnimation(.position, duration: .milliseconds(100), timingFunction: .linear))
        _ = picture.nextFrame()
        #expect(abs(layer.presentation(of: .position).x - 85) < 1e-6)
        _ = run(.position)
        #expect(layer.presentation(of: .position).x == 35 && picture.isComplete)
    }

    @Test mutating func `each frame of an animation damages only what moved`() {
        layer.add(
            BasicAnimation(
                .position, to: Point(x: 95, y: 30), duration: .milliseconds(60),
                timingFunction: .linear))
        #expect(picture.nextFrame().isEmpty, "it begins where the layer is")
        let damage = picture.nextFrame(after: .milliseconds(20))
        #expect(damage == Region(PixelRect(x: 20, y: 10, width: 50, height: 40)))
        #expect(picture.isComplete)
    }

    @Test mutating func `animations of colours, bounds and corners leave no artefacts`() {
        let filler = Filler()
        layer.delegate = filler
        layer.borderColor = .red
        layer.add(BasicAnimation(.backgroundColor, to: .white))
        layer.add(BasicAnimation(.bounds, to: Rect(x: 0, y: 0, width: 60, height: 20)))
        layer.add(BasicAnimation(.cornerRadius, to: 10))
        layer.add(BasicAnimation(.borderWidth, to: 4))
        layer.add(BasicAnimation(.borderColor, to: .green))
        layer.add(BasicAnimation(.transform, to: .rotation(.degrees(30))))
        #expect(layer.animationKeys.count == 6)
        for _ in 0..<20 {
            _ = picture.nextFrame()
            #expect(picture.isComplete)
        }
        #expect(!picture.root.needsFrame)
        #expect(filler.drawCount <= 20)
    }

    // MARK: Timing

    @Test mutating func `a lamp blinks forever and causes damage only when it changes`() {
        var blink = KeyframeAnimation(
            .opacity, values: [1, 0], duration: .milliseconds(200), timingFunction: .linear,
            calculationMode: .discrete)
        blink.repeatCount = .infinity
        layer.add(blink, forKey: "blink")
        var changes = 0
        var seen: [Double] = []
        for _ in 0..<50 {
            if !picture.nextFrame(after: .milliseconds(20)).isEmpty { changes += 1 }
            seen.append(layer.presentation(of: .opacity))
        }
        #expect(Set(seen) == [0, 1])
        #expect(seen.prefix(10) == [1, 1, 1, 1, 1, 0, 0, 0, 0, 0])
        #expect(changes == 9)
        #expect(!picture.root.needsFrame && picture.root.nextChange != nil)
        layer.removeAnimation(forKey: "blink")
        _ = picture.nextFrame()
        #expect(!picture.root.needsFrame && picture.root.nextChange == nil)
        #expect(layer.presentation(of: .opacity) == 1)
        #expect(picture.isComplete)
    }

    @Test mutating func `a lamp that blinks asks for a frame at its changes alone`() throws {
        layer.add(
            KeyframeAnimation(
                .opacity, values: [1, 0], keyTimes: [0, 0.55], duration: .milliseconds(1000),
                timingFunction: .linear, calculationMode: .discrete, beginTime: .zero,
                repeats: true))
        _ = picture.nextFrame()
        var changes: [Duration] = []
        for _ in 0..<4 {
            #expect(!picture.root.needsFrame)
            let change = try #require(picture.root.nextChange)
            changes.append(change)
            picture.root.noteTime(change - .microseconds(1))
            #expect(!picture.root.needsFrame)
            picture.root.noteTime(change)
            #expect(picture.root.needsFrame)
            let before = layer.presentation(of: .opacity)
            _ = picture.nextFrame(after: change + .milliseconds(16) - picture.now)
            #expect(layer.presentation(of: .opacity) == 1 - before)
        }
        #expect(changes.map { ($0 / .milliseconds(1)).rounded() } == [550, 1000, 1550, 2000])
    }

    @Test mutating func `an animation that waits asks for no frame until it begins`() {
        var fade = BasicAnimation(.opacity, from: 1, to: 0, duration: .milliseconds(40))
        fade.delay = .seconds(1)
        layer.add(fade)
        _ = picture.nextFrame()
        #expect(!picture.root.needsFrame && picture.root.nextChange == picture.now + .seconds(1))
        picture.root.noteTime(picture.now + .seconds(1))
        #expect(picture.root.needsFrame)
    }

    @Test mutating func `an animation can reverse, and start with a delay`() {
        var pulse = BasicAnimation(
            .opacity, from: 1, to: 0, duration: .milliseconds(40), timingFunction: .linear)
        pulse.autoreverses = true
        pulse.repeatCount = 2
        pulse.delay = .milliseconds(40)
        #expect(pulse.timing.totalDuration == .milliseconds(160))
        layer.add(pulse)
        let seen = run(.opacity).map { ($0 * 10).rounded() / 10 }
        #expect(seen == [1, 1, 1, 0.5, 0, 0.5, 1, 0.5, 0, 0.5, 1])
    }

    @Test mutating func `the fill mode decides the value before and after an animation`() {
        var fade = BasicAnimation(
            .opacity, from: 0.8, to: 0.2, duration: .milliseconds(40), timingFunction: .linear)
        fade.delay = .milliseconds(40)
        fade.fillMode = .both
        fade.isRemovedOnCompletion = false
        layer.add(fade, forKey: "fade")
        let seen = run(.opacity).map { ($0 * 10).rounded() / 10 }
        #expect(seen == [0.8, 0.8, 0.8, 0.5, 0.2])
        #expect(layer.animationKeys == ["fade"] && !picture.root.needsFrame)
        #expect(layer.opacity == 1 && layer.presentation(of: .opacity) == 0.2)
        layer.removeAllAnimations()
        #expect(!picture.nextFrame().isEmpty)
        #expect(layer.presentation(of: .opacity) == 1)
    }

    @Test mutating func `the completion of a replaced or removed animation gets false`() {
        var ends: [String] = []
        layer.add(BasicAnimation(.opacity, to: 0), forKey: "a") { ends.append("first \($0)") }
        layer.add(BasicAnimation(.opacity, to: 0), forKey: "a") { ends.append("second \($0)") }
        layer.removeAnimation(forKey: "a")
        layer.removeAnimation(forKey: "a")
        #expect(ends == ["first false", "second false"])
    }

    @Test mutating func `the completion of an animation can start the next one`() {
        layer.add(BasicAnimation(.opacity, to: 0, duration: .milliseconds(20))) { [layer] _ in
            layer.position.x = 100
            layer.add(BasicAnimation(.opacity, to: 0.5, duration: .milliseconds(20)))
        }
        #expect(run(.opacity).count == 4)
        #expect(layer.position.x == 100 && picture.isComplete)
    }

    // MARK: Springs

    @Test(arguments: [(10.0, true), (20, false), (40, false)])
    func `a spring comes to rest at its target, and oscillates without damping`(
        damping: Double, swings: Bool
    ) {
        let spring = SpringAnimation(.opacity, from: 0, to: 1, damping: damping)
        let values = (0...1000).map {
            spring.value(at: Double($0) / 1000, from: 0, to: 1)
        }
        #expect(values[0] == 0 && values[1000] == 1)
        #expect(abs(values[999] - 1) < 0.002)
        #expect(values.contains { $0 > 1.01 } == swings)
        for (value, next) in zip(values, values.dropFirst()) { #expect(abs(next - value) < 0.1) }
        #expect(spring.duration == spring.settlingDuration)
        #expect(spring.duration > .milliseconds(400) && spring.duration < .seconds(5))
    }

    @Test func `a spring starts with its velocity`() {
        let spring = SpringAnimation(.opacity, from: 0, to: 1, initialVelocity: 5)
        let step = 0.001 / (spring.duration / .seconds(1))
        #expect(abs(spring.value(at: step, from: 0, to: 1) - 0.005) < 0.0002)
    }

    // MARK: Values between

    @Test func `an interpolated transform rotates without shrinking`() {
        let half = AffineTransform.identity.interpolated(to: .rotation(.degrees(170)), by: 0.5)
        let expected = AffineTransform.rotation(.degrees(85))
        for part in [\.a, \.b, \.c, \.d, \.tx, \.ty] as [KeyPath<AffineTransform, Double>] {
            #expect(abs(half[keyPath: part] - expected[keyPath: part]) < 1e-9)
        }
        let flipped = AffineTransform.scale(x: 1, y: -2).interpolated(to: .identity, by: 0)
        #expect(abs(flipped.d + 2) < 1e-9 && abs(flipped.a - 1) < 1e-9)
    }

    @Test func `timing functions have the pace that their names promise`() {
        #expect(abs(TimingFunction.linear.value(at: 0.3) - 0.3) < 1e-6)
        #expect(TimingFunction.easeIn.value(at: 0.2) < 0.1)
        #expect(TimingFunction.easeOut.value(at: 0.2) > 0.25)
        #expect(TimingFunction.default.value(at: 0.5) > 0.75)
        #expect(
            TimingFunction(controlPoints: 0.42, 0, 0.58, 1) == TimingFunction.easeInEaseOut)
    }

    @Test func `each keyframe step can have its own timing function`() {
        let animation = KeyframeAnimation(
            .opacity, values: [0, 1, 0], duration: .seconds(1), timingFunction: .linear,
            timingFunctions: [.easeIn, .linear])
        #expect(animation.value(at: 0.1) < 0.1)
        #expect(abs(animation.value(at: 0.75) - 0.5) < 1e-6)
    }

    @Test
    mutating func `a layer can be removed after its animation stops and before the next frame`() {
        for _ in 0..<3 {
            let gone = Layer()
            gone.frame = Rect(x: 5, y: 5, width: 30, height: 30)
            gone.backgroundColor = .red
            picture.root.addSublayer(gone)
            gone.add(BasicAnimation(.opacity, to: 0, duration: .seconds(1)))
            _ = picture.nextFrame()
            gone.removeAllAnimations()
            gone.removeFromSuperlayer()
        }
        _ = picture.nextFrame()
        #expect(picture.isComplete && !picture.root.needsFrame)
    }
}
