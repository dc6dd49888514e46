import Drawing
import TestVectors
import Testing

@testable import Layers

@Suite struct TransactionTests {
    private var picture = Picture()
    private let layer = Layer()

    private init() {
        layer.frame = Rect(x: 20, y: 10, width: 30, height: 40)
        layer.backgroundColor = .blue
        picture.root.addSublayer(layer)
        _ = picture.nextFrame()
    }

    @Test mutating func `changes outside a transaction are visible with the next frame`() {
        layer.position.x = 100
        _ = picture.nextFrame()
        #expect(layer.presentation(of: .position).x == 100)
        #expect(!picture.root.needsFrame && picture.bitmap[100, 30] == 0xFF00_00FF)
    }

    @Test mutating func `changes inside a transaction animate over its duration`() {
        var ends: [Bool] = []
        Transaction.perform(in: layer) { transaction in
            transaction.setAnimationDuration(.milliseconds(100))
            transaction.setAnimationTimingFunction(.linear)
            transaction.setCompletionBlock { ends.append($0) }
            layer.position.x = 135
            layer.opacity = 0.5
            layer.backgroundColor = .red
            layer.transform = .rotation(.degrees(90))
            layer.bounds.size.width = 60
        }
        #expect(layer.position.x == 135 && layer.presentation(of: .position).x == 35)
        #expect(layer.animationKeys.count == 5)
        _ = picture.nextFrame()
        _ = picture.nextFrame(after: .milliseconds(50))
        #expect(abs(layer.presentation(of: .position).x - 85) < 1e-6)
        #expect(abs(layer.presentation(of: .opacity) - 0.75) < 1e-6)
        #expect(abs(layer.presentation(of: .bounds).width - 45) < 1e-6)
        #expect(ends.isEmpty && picture.isComplete)
        _ = picture.nextFrame(after: .milliseconds(50))
        #expect(ends == [true] && layer.animationKeys.isEmpty && !picture.root.needsFrame)
        #expect(layer.presentation(of: .position).x == 135 && picture.isComplete)
    }

    @Test mutating func `with actions disabled, changes apply immediately`() {
        let outer = Transaction.begin(in: picture.root)
        Transaction.perform(in: layer) { transaction in
            transaction.setDisableActions(true)
            layer.position.x = 100
            // One inside begins as the one around it is.
            Transaction.perform(in: layer) { #expect($0.disableActions) }
        }
        layer.opacity = 0.5
        outer.commit()
        #expect(layer.animationKeys == ["opacity"])
        #expect(layer.presentation(of: .position).x == 100)
    }

    @Test mutating func `a finger immediately takes over a property that a transaction animates`() {
        var ends: [Bool] = []
        Transaction.perform(in: layer) {
            $0.setCompletionBlock { ends.append($0) }
            layer.position.x = 135
        }
        _ = picture.nextFrame()
        _ = picture.nextFrame()
        layer.position.x = 60
        #expect(layer.animationKeys.isEmpty && ends == [false])
        _ = picture.nextFrame()
        #expect(layer.presentation(of: .position).x == 60 && picture.isComplete)
    }

    @Test mutating func `a property that is set twice in one transaction still reaches its end`() {
        var ends: [Bool] = []
        Transaction.perform(in: layer) {
            $0.setAnimationDuration(.milliseconds(100))
            $0.setCompletionBlock { ends.append($0) }
            layer.position.x = 135
            layer.position.y = 40
        }
        for _ in 0..<20 { _ = picture.nextFrame() }
        #expect(ends == [true])
    }

    @Test mutating func `a completion waits only for what was animated after it was set`() {
        var ends: [Bool] = []
        Transaction.perform(in: layer) {
            $0.setAnimationDuration(.seconds(10))
            layer.position.x = 135
            $0.setCompletionBlock { ends.append($0) }
            $0.setAnimationDuration(.milliseconds(100))
            layer.opacity = 0.5
        }
        for _ in 0..<20 { _ = picture.nextFrame() }
        #expect(ends == [true] && layer.animationKeys == ["position"])
    }

    @Test mutating func `a transaction without changes completes immediately`() {
        var ends: [Bool] = []
        Transaction.perform(in: layer) {
            $0.setCompletionBlock { ends.append($0) }
            layer.position = layer.position
        }
        #expect(ends == [true] && !picture.root.needsFrame)
    }

    @Test mutating func `a transaction affects only its own tree and ends with the next frame`() {
        let other = Layer()
        let transaction = Transaction.begin(in: layer)
        other.opacity = 0.5
        #expect(other.animationKeys.isEmpty)
        _ = picture.nextFrame()
        layer.opacity = 0.5
        #expect(layer.animationKeys.isEmpty)
        transaction.commit()
    }

    @Test mutating func `a delayed transaction shows no change before its delay ends`() {
        Transaction.perform(in: layer) {
            $0.setAnimationDelay(.milliseconds(100))
            layer.position.x = 135
        }
        _ = picture.nextFrame()
        #expect(picture.nextFrame(after: .milliseconds(90)).isEmpty)
        #expect(!picture.nextFrame(after: .milliseconds(90)).isEmpty)
        #expect(picture.isComplete)
    }

    @Test mutating func `random changes, animated or not, leave no artefacts`() {
        var random = SeededGenerator(seed: 11)
        let child = Layer()
        child.frame = Rect(x: 5, y: 5, width: 10, height: 10)
        child.backgroundColor = .white
        layer.addSublayer(child)
        for step in 0..<600 {
            let chosen = random.int(0...1) == 0 ? layer : child
            let transaction = random.int(0...1) == 0 ? Transaction.begin(in: layer) : nil
            switch random.int(0...7) {
            case 0: chosen.opacity = Double(random.int(0...4)) / 4
            case 1:
                chosen.position = Point(
                    x: Double(random.int(0...149)), y: Double(random.int(0...79)))
            case 2:
                chosen.bounds.size = Size(
                    width: Double(random.int(0...49)), height: Double(random.int(0...49)))
            case 3: chosen.backgroundColor = random.pick([.red, .blue, nil, .white])
            case 4: chosen.cornerRadius = Double(random.int(0...9))
            case 5:
                chosen.borderWidth = Double(random.int(0...4))
                chosen.borderColor = .green
            case 6: layer.masksToBounds.toggle()
            default: chosen.isHidden.toggle()
            }
            transaction?.commit()
            _ = picture.nextFrame()
            let trace = picture.bitmap.differingPixels(from: picture.drawnWhole())
            guard trace.isEmpty else {
                Issue.record("step \(step) left a trace at \(trace)")
                return
            }
        }
    }
}
