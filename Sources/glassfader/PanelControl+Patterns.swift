import ArgumentParser
import GlassfaderClient
import PanelProtocol

extension [PanelControl] {
    /// Prints each pattern that matches none of the controls.
    ///
    /// - Parameter matches: Whether a pattern stands for a control; by default, for its name.
    /// - Throws: the exit status 1, if there is one, or no control at all.
    func requireMatches(
        of patterns: [String],
        by matches: (String, PanelControl) -> Bool = { Glob($0).matches($1.name) }
    ) throws(ExitCode) {
        let unmatched = patterns.filter { pattern in !contains { matches(pattern, $0) } }
        for pattern in unmatched { ToolOutput.error("no control matches \(pattern)") }
        if patterns.isEmpty, isEmpty { ToolOutput.error("the panel has no controls") }
        if !unmatched.isEmpty || isEmpty { throw ExitCode(1) }
    }
}
