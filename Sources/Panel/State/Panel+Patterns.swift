import PanelProtocol

// Patterns in requests.
extension Panel {
    /// Checks that each pattern matches a control.
    ///
    /// - Parameters:
    ///   - field: the field of the request that has the patterns.
    ///   - others: further names that a pattern may match.
    /// - Throws: An error that names the first pattern that matches nothing.
    func checkPatterns(
        _ patterns: [Glob], in field: String, orAmong others: some Collection<String> = [String]()
    ) throws(RequestError) {
        // A request without patterns has `*`, also for a panel without controls.
        for pattern in patterns
        where pattern.pattern != "*" && !controls.contains(where: { pattern.matches($0.id) })
            && !others.contains(where: pattern.matches)
        {
            var error = RequestError.unknownControl(
                pattern.pattern, among: controls.lazy.map(\.id))
            error.field = field
            throw error
        }
    }
}
