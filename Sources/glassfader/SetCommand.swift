import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// Gives controls values.
struct SetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Give controls values, and print the values that they take.",
        usage: """
            glassfader set [<options>] <control> <value> [<control> <value> ...]
            glassfader set [<options>] --by <step> <control> ...
            """,
        discussion: """
            -6, -6dB, 1.2kHz     a value, with or without the control's unit
            +1.5, +1.5dB         so much more than now; --by -1.5 is so much less
            50%, +5%             of the travel, unless the control counts in percent itself
            -inf                 silence, where the least value means that
            on, off, toggle      of keys
            gate, #35a7ff, 1:30  an option or a page, a colour, a time
            low=-48 high=-24     of a range; also as -48,-24
            x=1kHz y=3           of a pad

            A value is clamped and stepped as under a finger. A control on which a finger is keeps \
            its value, and the exit status is 1. Of several controls all are set at the same moment, \
            or none is; * and ? in a name stand for several controls.
            """)

    @OptionGroup var panel: PanelOptions
    @OptionGroup var fade: FadeOptions

    @Option(help: ArgumentHelp("Change the controls by so much.", valueName: "step"))
    var by: String?

    @Flag(help: "Numbers without a unit are 0...1 of the travel.")
    var norm = false

    @Flag(help: "Values are added to the present ones.")
    var delta = false

    @Flag(help: "Say what an engine has now: the picture follows, and bridges do not act on it.")
    var feedback = false

    @Argument(
        help: "The controls, as list names them, and their values.", completion: .controls)
    var words: [String]

    func validate() throws {
        _ = try gifts()
        if let by, TypedNumber(by) == nil, !by.contains("=") && !by.contains(",") {
            throw ValidationError("--by '\(by)' is no step: -1.5, -1.5dB or -5% would be")
        }
        if feedback, fade.duration > .zero {
            throw ValidationError("--feedback tells what is so already, and cannot fade")
        }
    }

    /// A control, or several, and what was typed for it.
    struct Gift: Equatable {
        var control: String
        var words: [String]
    }

    /// What is to be set to what.
    func gifts() throws(ValidationError) -> [Gift] {
        guard !words.contains("") else { throw ValidationError("an empty text is no value") }
        if let by { return words.map { Gift(control: $0, words: [by]) } }
        var gifts: [Gift] = []
        var rest = words[...]
        while let control = rest.popFirst() {
            let parts = rest.prefix(while: Wish.namesPart)
            let values = parts.isEmpty ? rest.prefix(1) : parts
            guard !values.isEmpty else { throw ValidationError("no value for \(control)") }
            rest = rest.dropFirst(values.count)
            gifts.append(Gift(control: control, words: Array(values)))
        }
        return gifts
    }

    func run() throws {
        let gifts = try gifts()
        try panel.withPanel { client in
            let controls = try client.controls(matching: gifts.map(\.control))
            var requests: [SetRequest] = []
            for gift in gifts {
                for control in try Self.controls(named: gift.control, among: controls, client) {
                    requests.append(try request(gift.words, for: control))
                }
            }
            try send(requests, client)
        }
    }

    private func request(_ words: [String], for control: PanelControl) throws -> SetRequest {
        do throws(Wish.Misfit) {
            let measure = Wish.Measure(isNorm: norm, isStep: delta || by != nil)
            let change = try Wish(for: control, in: measure).change(words)
            var request = SetRequest(control: control.name, change: change.asRequest)
            request.fade = fade.duration
            request.isFeedback = feedback
            return request
        } catch {
            throw PanelClientError.rejected(code: "bad-value", message: error.message, near: [])
        }
    }

    private static func controls(
        named name: String, among controls: [PanelControl], _ client: PanelClient
    ) throws(PanelClientError) -> [PanelControl] {
        if let control = controls.first(where: { $0.name == name }) { return [control] }
        let isPattern = name.contains("*" as Character) || name.contains("?" as Character)
        let matches = controls.filter { isPattern && $0.isSettable && Glob(name).matches($0.name) }
        guard matches.isEmpty else { return matches }
        if isPattern {
            throw .rejected(
                code: "unknown-control", message: "no control that can be set matches \(name)",
                near: [])
        }
        // The panel knows which names are near.
        _ = try client.reading(of: name)
        throw .rejected(code: "unknown-control", message: "no control '\(name)'", near: [])
    }

    private func send(_ requests: [SetRequest], _ client: PanelClient) throws {
        let results: [JSONObject]
        if requests.count == 1 {
            results = [try client.answer(to: requests[0])]
        } else {
            let reply = try client.answer(to: "batch") { writer in
                writer.objects("ops", requests) { $1.writeMembers(to: &$0) }
            }
            results = reply["results"]?.array?.compactMap(\.object) ?? []
        }
        if panel.json {
            try Output.line(client.lastLine)
        } else {
            try print(results)
        }
        let refused = results.filter { $0["applied"]?.boolean != true }
        guard
            let reason = refused.lazy.compactMap({ $0["reason"]?.string }).first(where: {
                $0 != "batch"
            })
        else { return }
        let names = refused.filter { $0["reason"]?.string == reason }
            .map { $0["control"]?.string ?? "" }
        throw PanelClientError.rejected(
            code: "",
            message: "\(names.joined(separator: ", ")) was not set: \(reason)"
                + (results.count > 1 ? "; nothing was" : ""), near: [])
    }

    /// The values alone of one control, for scripts; else a table.
    private func print(_ results: [JSONObject]) throws {
        func value(_ result: JSONObject) -> String {
            let value =
                norm && result["norm"] != nil ? result["norm"] : result["target"] ?? result["value"]
            return PanelValue(value)?.description ?? ""
        }
        if results.count == 1 { return try Output.line(TerminalText.escaped(value(results[0]))) }
        try Output.table(results.map { [$0["control"]?.string ?? "", value($0)] })
    }
}
