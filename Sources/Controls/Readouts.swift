/// The labels that say what a control's value is. They are not retained.
struct Readouts {
    private struct Readout {
        weak var label: Label?
        let format: ValueFormat?
    }
    private var readouts: [Readout] = []

    /// Adds a label, which shows the value in `format`, or as the control does.
    mutating func add(_ label: Label, format: ValueFormat?) {
        remove(label)
        readouts.append(Readout(label: label, format: format))
    }

    /// Leaves a label as it is from now on.
    mutating func remove(_ label: Label) {
        readouts.removeAll { $0.label == nil || $0.label === label }
    }

    /// Lets every label show what `text` gives for its format.
    func update(_ text: (ValueFormat?) -> String) {
        for readout in readouts { readout.label?.show(text(readout.format)) }
    }
}
