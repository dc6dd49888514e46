import GlassfaderBridge
import GlassfaderClient

extension EngineScale {
    /// The arguments of the message that sets a value; empty if it has no such value.
    func arguments(of value: BridgeValue) -> [OSCMessage.Argument] {
        switch self {
        case .value:
            if case .text(let word) = value.value { return [.string(word)] }
            return value.numbers.map { .float(Float($0)) }
        case .on, .off, .index:
            return number(of: value).map { [.integer(Int32($0))] } ?? []
        default:
            return number(of: value).map { [.float(Float($0))] } ?? []
        }
    }

    /// The value that arguments stand for; `nil` if they are none.
    func engineValue(of arguments: ArraySlice<OSCMessage.Argument>, for control: PanelControl)
        -> EngineValue?
    {
        guard let first = arguments.first else { return nil }
        if self == .value {
            if let word = first.text {
                // The panel knows which colours there are.
                let isValid = control.options.contains(word) || control.type == "color"
                return isValid ? .value(.text(word)) : nil
            }
            guard control.parts.count > 1 else { return first.number.map { .number($0) } }
            let numbers = arguments.compactMap(\.number)
            guard numbers.count == control.parts.count else { return nil }
            return .value(.parts(zip(control.parts, numbers).map { .init($0, $1) }))
        }
        return first.number.flatMap(engineValue(of:))
    }
}
