import ArgumentParser
import GlassfaderClient
import PanelProtocol

extension [PanelControl] {
    /// Prints each pattern that matches none of the controls.
    ///
    /// - Throws: the exit status 1, if there is one, or no control at all.
    func requireMatches(of patterns: [String]) throws(ExitCode) {
        let unmatched = patterns.map(Glob.init).filter { pattern in
            !contains { pattern.matches($0.name) }
        }
        for pattern in unmatched { ToolOutput.error("no control matches \(pattern.pattern)") }
        if patterns.isEmpty, isEmpty { ToolOutput.error("the panel has no controls") }
        if !unmatched.isEmpty || isEmpty { throw ExitCode(1) }
    }
}
