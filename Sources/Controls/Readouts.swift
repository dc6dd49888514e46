/// The labels that show a control's value. They are not retained.
struct Readouts {
    private struct Readout {
        weak var label: Label?
    }
    private var readouts: [Readout] = []

    /// Adds a label.
    mutating func add(_ label: Label) {
        remove(label)
        readouts.append(Readout(label: label))
    }

    /// Removes a label, which keeps its present text.
    mutating func remove(_ label: Label) {
        readouts.removeAll { $0.label == nil || $0.label === label }
    }

    /// Makes every label fetch its text before the next frame.
    func update() {
        for readout in readouts { readout.label?.setNeedsLayout() }
    }
}
