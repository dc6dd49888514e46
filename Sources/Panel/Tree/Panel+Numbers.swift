package import PanelProtocol

// Numbers that clients send to be shown.
extension Panel {
    /// Shows newly measured levels or points on meters or plots.
    ///
    /// - Parameters:
    ///   - data: The newest numbers of some controls.
    ///   - namesSimilar: Whether the error about an unknown name has similar ones.
    ///   - time: The present time, on the monotonic clock.
    /// - Throws: The error of the first entry without a meter or plot, or with more channels than
    ///   the meter. The other numbers are shown nevertheless.
    package func show(
        _ data: [some MeasuredData], namesSimilar: Bool = true, at time: Duration
    ) throws(RequestError) {
        var firstError: RequestError?
        for numbers in data {
            guard let control = self[numbers.control] else {
                // Only the first unknown name gets suggestions, because the search is slow.
                if firstError == nil {
                    let known = namesSimilar ? controls.map(\.id) : []
                    firstError = .unknownControl(numbers.control, among: known)
                }
                continue
            }
            do throws(RequestError) {
                try control.show(numbers, at: time)
            } catch {
                firstError = firstError ?? error
            }
        }
        if let firstError { throw firstError }
    }
}
