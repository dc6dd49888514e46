import PanelProtocol

/// How the value of a control is counted: in its unit, as a share of its travel, and in words.
protocol ValueLaw: Sendable {
    /// Whether the values lie on a travel at all: one can go from one to the other little by little,
    /// or by as much as another control.
    var hasTravel: Bool { get }

    /// 0...1 of the travel, for each number of the value.
    func norm(of value: ControlValue) -> ControlValue

    /// The linear factor; nil unless the unit is dB and the value one number.
    func gain(of value: ControlValue) -> Double?

    /// The value as a person reads it.
    func text(of value: ControlValue) -> String

    /// The same in less room, from long to short, each as true as the whole; nil for words, which may
    /// be cut.
    func shorterTexts(of value: ControlValue) -> [String]?

    /// The value that a client wishes for, of which parts may be missing; nil if the wish is none
    /// that can be understood.
    func value(_ change: SetRequest.Change, from present: ControlValue) -> ControlValue?

    /// What is wrong with a wished value that lies beyond the ends, as in "20, outside -90…10"; nil
    /// if none does.
    func excess(of value: ControlValue) -> String?

    /// The value that a control of this law has when it was given another: in range, and stepped.
    func nearest(to value: ControlValue) -> ControlValue

    /// The valid values, as in "ch1.level: expected a number in -90...10 dB".
    var expected: String { get }

    /// Adds what clients are told of the law.
    func describe(in info: inout ControlInfo)
}

extension ValueLaw {
    // Only colours lie beside one another.
    var hasTravel: Bool { true }
    // Words have no ends.
    func excess(of value: ControlValue) -> String? { nil }
    func nearest(to value: ControlValue) -> ControlValue { value }
    func shorterTexts(of value: ControlValue) -> [String]? { [] }
}
