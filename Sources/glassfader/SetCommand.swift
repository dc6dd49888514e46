import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// Sets values of controls.
struct SetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set values of controls, and print the resulting values.",
        usage: """
            glassfader set [<options>] <control> <value> [<control> <value> ...]
            glassfader set [<options>] --by <step> <control> ...
            """,
        discussion: """
            -6, -6dB, 1.2kHz     a value, with or without the control's unit
            +1.5, +1.5dB         a step up; --by -1.5 is a step down
            50%, +5%             of the travel, unless the control's unit is percent
            -inf                 silence, if the lowest value means that
            on, off, toggle      for keys
            gate, #35a7ff, 1:30  an option or a page, a colour, a time
            low=-48 high=-24     for a range; also -48,-24
            x=1kHz y=3           for a pad

            Values are clamped and stepped as under a finger. A control under a finger keeps its \
            value, and the exit status is 1. Several controls are set at the same moment, all or \
            none of them. * and ? in a name match several controls.
            """)

    @OptionGroup var panel: ClientOptions
    @OptionGroup var fade: FadeOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Change the controls by this step.", valueName: "step"))
    var by: String?

    @Flag(help: "Numbers without a unit are positions, 0...1 of the travel.")
    var norm = false

    @Flag(help: "Add the values to the present ones.")
    var delta = false

    @Flag(help: "Report the values of an engine: the panel shows them, and bridges ignore them.")
    var feedback = false

    @Argument(
        help: "Controls with their values; see list for the names.", completion: .changes)
    var words: [String]

    func validate() throws {
        _ = try assignments()
        if let by, TypedNumber(by) == nil, !by.contains("=") && !by.contains(",") {
            throw ValidationError("--by '\(by)' is not a step, such as -1.5, -1.5dB or -5%")
        }
        if feedback, fade.duration > .zero {
            throw ValidationError("--feedback reports present values: it cannot fade")
        }
    }

    /// What was typed for a control or a pattern.
    struct Assignment: Equatable {
        var control: String
        var words: [String]
    }

    /// The controls and values on the command line.
    func assignments() throws(ValidationError) -> [Assignment] {
        guard !words.contains("") else { throw ValidationError("an empty text is not a value") }
        if let by { return words.map { Assignment(control: $0, words: [by]) } }
        var assignments: [Assignment] = []
        var rest = words[...]
        while let control = rest.popFirst() {
            let parts = rest.prefix(while: ChangeParser.namesPart)
            let values = parts.isEmpty ? rest.prefix(1) : parts
            guard !values.isEmpty else { throw ValidationError("no value for \(control)") }
            rest = rest.dropFirst(values.count)
            assignments.append(Assignment(control: control, words: Array(values)))
        }
        return assignments
    }

    func run() throws {
        let assignments = try assignments()
        try panel.withPanel { client in
            let names = assignments.map(\.control)
            let controls = try client.controls(
                matching: names.count <= Limit.patterns.most ? names : ["*"])
            var requests: [SetRequest] = []
            for assignment in assignments {
                for control in try Self.controls(named: assignment.control, among: controls, client)
                {
                    requests.append(try request(assignment.words, for: control))
                }
            }
            try send(requests, client)
        }
    }

    private func request(_ words: [String], for control: PanelControl) throws -> SetRequest {
        do throws(ChangeParser.ValueError) {
            let measure = ChangeParser.Measure(isNorm: norm, isStep: delta || by != nil)
            let change = try ChangeParser(for: control, in: measure).change(words)
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
        // The panel's error names similar controls.
        _ = try client.reading(of: name)
        throw .rejected(code: "unknown-control", message: "no control '\(name)'", near: [])
    }

    private func send(_ requests: [SetRequest], _ client: PanelClient) throws {
        let results: [JSONObject]
        if requests.count == 1 {
            results = [try client.reply(to: requests[0])]
        } else {
            let reply = try client.reply(to: "batch") { writer in
                writer.objects("ops", requests) { $1.writeMembers(to: &$0) }
            }
            results = reply["results"]?.array?.compactMap(\.object) ?? []
        }
        if panel.json {
            try ToolOutput.line(client.lastLine)
        } else {
            try print(results)
        }
        let rejected = results.filter { $0["applied"]?.boolean != true }
        guard
            let reason = rejected.lazy.compactMap({ $0["reason"]?.string }).first(where: {
                $0 != "batch"
            })
        else { return }
        let names = rejected.filter { $0["reason"]?.string == reason }
            .map { $0["control"]?.string ?? "" }
        throw PanelClientError.rejected(
            code: "",
            message: "\(names.joined(separator: ", ")) was not set: \(reason)"
                + (results.count > 1 ? "; nothing was" : ""), near: [])
    }

    /// For one control only the value, for scripts; for several a table.
    private func print(_ results: [JSONObject]) throws {
        func value(_ result: JSONObject) -> String {
            let value =
                norm && result["norm"] != nil ? result["norm"] : result["target"] ?? result["value"]
            return PanelValue(value)?.description ?? ""
        }
        if results.count == 1 {
            return try ToolOutput.line(TerminalText.escaped(value(results[0])))
        }
        try ToolOutput.table(results.map { [$0["control"]?.string ?? "", value($0)] })
    }
}
