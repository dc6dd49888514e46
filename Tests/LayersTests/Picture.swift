import Drawing

@testable import Layers

/// A picture of a tree of layers, drawn frame by frame as a screen does.
struct Picture {
    let root: Layer
    let bitmap = Bitmap(width: 200, height: 100, format: .xrgb32)
    var now = Duration.zero

    init(root: Layer = Layer()) {
        self.root = root
        root.frame = Rect(x: 0, y: 0, width: 200, height: 100)
        root.backgroundColor = .black
    }

    /// Draws what changed and says which pixels those were.
    mutating func nextFrame(after delay: Duration = .milliseconds(16)) -> Region {
        now += delay
        var damage = Region()
        root.collect(into: &damage, at: now)
        damage.formIntersection(bitmap.bounds)
        if !damage.isEmpty { root.draw(damage, into: bitmap) }
        return damage
    }

    /// What a picture drawn from nothing would show, each layer by itself.
    func drawnWhole() -> Bitmap {
        let whole = Bitmap(width: 200, height: 100, format: .xrgb32)
        root.tree?.takesShortcuts = false
        defer { root.tree?.takesShortcuts = true }
        root.draw(Region(whole.bounds), into: whole)
        return whole
    }

    /// Whether all that changed was drawn.
    var isComplete: Bool { bitmap.differingPixels(from: drawnWhole()).isEmpty }
}

/// Fills a layer with one colour, and counts how often it is asked to.
final class Filler: LayerDelegate {
    var color = Color.green
    var drawCount = 0

    func draw(_ layer: Layer, in context: Context) {
        drawCount += 1
        context.fill(layer.bounds, color)
    }
}
