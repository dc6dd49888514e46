extension Bridge {
    /// What the engine binds: with mistakes in its settings, by those before, as a panel goes on with
    /// the file before.
    func bindings(of panel: BridgePanel) -> Bindings {
        do throws(BridgeProblem) {
            isPull = try panel.settings.isPull()
            let bindings = try engine?.configure(panel) ?? Bindings()
            settings = panel.settings
            return bindings
        } catch {
            var kept = Bindings()
            var problem = error
            if let settings, settings != panel.settings {
                var panel = panel
                panel.settings = settings
                kept = bindings(of: panel)
                problem.description += "; the settings before it stay"
            }
            kept.problems.insert(problem, at: 0)
            return kept
        }
    }
}
