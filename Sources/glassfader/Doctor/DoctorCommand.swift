import ArgumentParser
import Files
import GlassfaderClient

/// Checks everything that a panel needs.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check everything that the panel needs, and say what to do.",
        discussion: """
            One line for each check: ok, note (it works, but not as well as it could) or wrong. Run \
            it with sudo to see everything. It changes nothing.

            Exit status: 0, nothing is wrong; 1, something is; 2, the report cannot be written.
            """)

    @Option(
        help: """
            The panel file. (default: \(Doctor(unit: Doctor.defaultUnit).file), or that of the unit)
            """,
        completion: .file(extensions: ["toml"]))
    var panel: String?

    @Option(help: "The service that shows the panel, such as glassfaderd@left.service.")
    var unit = Doctor.defaultUnit

    @Option(
        help: """
            The panel's socket. (default: $GLASSFADER_SOCKET or \(PanelClient.defaultPath), or \
            that of the unit)
            """,
        completion: .file())
    var socket: String?

    @Flag(name: [.short, .long], help: "Print only what is not ok.")
    var quiet = false

    @Option(
        help: """
            Also write what a report of a fault needs into this file: the findings, the panel \
            file, the machine's screens and touchscreens, and the journal of the service and of \
            the bridges, without names of people, machines and networks. - for standard output.
            """, completion: .file(extensions: ["txt"]))
    var report: String?

    func validate() throws {
        if let problem = Doctor.problem(withUnit: unit) { throw ValidationError(problem) }
    }

    func run() throws {
        let doctor = Doctor(unit: unit, file: panel, socket: socket)
        let findings = doctor.findings()
        let shown = findings.filter { !quiet || $0.verdict != .good }
        let rows = shown.map { [$0.verdict.rawValue, $0.subject, $0.text] }
        if report != "-" { try ToolOutput.table(rows) }
        if let report {
            let text = FaultReport(doctor, findings).text()
            if report == "-" {
                try ToolOutput.text(text)
            } else {
                do throws(FileError) {
                    try OutputFile.write(Array(text.utf8), to: report)
                } catch {
                    ToolOutput.error(TerminalText.escaped(error.description))
                    throw ExitCode(2)
                }
                ToolOutput.error(TerminalText.escaped("wrote \(report)"))
            }
        }
        if findings.contains(where: { $0.verdict == .wrong }) { throw ExitCode(1) }
    }
}
