/// The labels that say what a control's value is. They are not retained.
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

    /// Leaves a label as it is from now on.
    mutating func remove(_ label: Label) {
        readouts.removeAll { $0.label == nil || $0.label === label }
    }

    /// Has every label ask for its text before the next frame.
    func update() {
        for readout in readouts { readout.label?.setNeedsLayout() }
    }
}
