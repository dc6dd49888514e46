import ArgumentParser
import GlassfaderClient

/// Gives a control a value.
struct SetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Give a control a value, and print the value that it took.",
        discussion: """
            The value is in the control's unit. A range takes two, as -48,-24; other controls of \
            several parts take them by name, as x=0.5,y=0.2. What has words for values takes one, \
            as gate.
            """)

    @OptionGroup var panel: PanelOptions

    @Flag(help: "The value is 0...1 of the travel.")
    var norm = false

    @Flag(help: "The value is added to the present one.")
    var delta = false

    @Argument(help: "The control, as list names it.")
    var control: String

    @Argument(help: "The value.")
    var value: String

    mutating func validate() throws {
        guard Self.value(value) != nil else {
            throw ValidationError(
                "'\(value)' is no value: -6, or -48,-24, or x=0.5,y=0.2, or a word would be")
        }
    }

    func run() throws {
        guard let value = Self.value(value) else { return }
        try panel.withPanel { client in
            let setting = try set(value, with: client)
            if panel.json {
                try Output.line(client.lastLine)
            } else {
                try Output.line((norm ? setting.reading.norm : setting.reading.value).description)
            }
            if !setting.isApplied {
                throw PanelClientError.refused(
                    code: "", message: "\(control) was not set: \(setting.reason ?? "")", near: [])
            }
        }
    }

    private func set(
        _ value: PanelValue, with client: PanelClient
    ) throws(PanelClientError) -> PanelSetting {
        do {
            return try client.set(control, to: change(value))
        } catch .refused("bad-value", let message, let near) {
            // The daemon speaks of objects, which nobody types.
            guard case .number = value,
                let parts = try client.controls(matching: control).first(where: {
                    $0.name == control
                }).flatMap(wish)
            else { throw .refused(code: "bad-value", message: message, near: near) }
            throw .refused(code: "bad-value", message: "\(control) takes \(parts)", near: near)
        }
    }

    /// `two values: low,high, such as -48,-24`, nil for a control of one value.
    private func wish(_ control: PanelControl) -> String? {
        guard let reading = control.reading,
            case .parts(let parts) = norm ? reading.norm : reading.value
        else { return nil }
        let count = parts.count == 2 ? "two" : "\(parts.count)"
        let example = parts.map { part in
            let number = part.value.description
            return number.hasSuffix(".0") ? String(number.dropLast(2)) : number
        }
        return "\(count) values: \(parts.map(\.name).joined(separator: ",")), such as "
            + example.joined(separator: ",")
    }

    private func change(_ value: PanelValue) -> PanelChange {
        switch (norm, delta) {
        case (false, false): .value(value)
        case (true, false): .norm(value)
        case (false, true): .delta(value)
        case (true, true): .deltaNorm(value)
        }
    }

    /// Reads `-6`, `-48,-24`, `x=0.5,y=0.2` or a word, such as an option.
    static func value(_ text: String) -> PanelValue? {
        let pieces = text.split(separator: ",", omittingEmptySubsequences: false)
        if pieces.count == 1, !text.contains("=") {
            if let number = Double(text) { return number.isFinite ? .number(number) : nil }
            return text.isEmpty ? nil : .text(text)
        }
        if pieces.count == 2, let low = finite(pieces[0]), let high = finite(pieces[1]) {
            return .range(low: low, high: high)
        }
        var parts: [PanelValue.Part] = []
        for piece in pieces {
            let sides = piece.split(separator: "=")
            guard sides.count == 2, let number = finite(sides[1]) else { return nil }
            parts.append(PanelValue.Part(String(sides[0]), number))
        }
        return .parts(parts)
    }

    private static func finite(_ text: Substring) -> Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
}
