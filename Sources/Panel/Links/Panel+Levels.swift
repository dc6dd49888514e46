import PanelProtocol

// Levels in effect, which VCAs move.
extension Panel {
    /// Computes the levels in effect after links were added or removed.
    func connectLevels() { levels.connect(controls) }

    /// Sends the levels in effect that clients do not know, at most once in a frame.
    func reportLevels(at time: Duration) {
        guard let due = levels.nextReport(interval: frameInterval), due <= time else { return }
        for news in levels.takeNews(at: time, { self[$0] }) {
            onNotice?(
                PanelNotice(
                    .effectiveChanged(control: news.control, news.level),
                    source: .link(of: news.cause), time: time))
        }
    }
}
