import ArgumentParser
import GlassfaderClient
import PanelProtocol

extension [PanelControl] {
    /// Prints each pattern that matches none of the controls.
    ///
    /// - Parameters:
    ///   - strips: the names of strips, which stand for no control here.
    ///   - matches: Whether a pattern stands for a control; by default, for its name.
    /// - Throws: the exit status 1, if there is one, or no control at all.
    func requireMatches(
        of patterns: [String], strips: [String] = [],
        by matches: (String, PanelControl) -> Bool = { Glob($0).matches($1.name) }
    ) throws(ExitCode) {
        let unmatched = unmatched(of: patterns, by: matches)
        for pattern in unmatched {
            ToolOutput.error(
                strips.contains(pattern)
                    ? "\(pattern) is a strip: use '\(pattern).*'" : "no control matches \(pattern)")
        }
        if patterns.isEmpty, isEmpty { ToolOutput.error("the panel has no controls") }
        if !unmatched.isEmpty || isEmpty { throw ExitCode(1) }
    }

    /// The patterns that match none of the controls.
    func unmatched(
        of patterns: [String],
        by matches: (String, PanelControl) -> Bool = { Glob($0).matches($1.name) }
    ) -> [String] {
        patterns.filter { pattern in !contains { matches(pattern, $0) } }
    }

    /// Prints each pattern that only matches controls without a value.
    ///
    /// - Throws: the exit status 1, if there is one.
    func requireValues(of patterns: [String]) throws(ExitCode) {
        let silent = filter { $0.reading != nil }.unmatched(of: patterns)
        for pattern in silent {
            ToolOutput.error(
                contains { $0.name == pattern }
                    ? "\(pattern) has no value that can be read"
                    : "no control with a value matches \(pattern)")
        }
        if !silent.isEmpty { throw ExitCode(1) }
    }
}
