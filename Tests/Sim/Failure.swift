/// A rule that the daemon has broken.
struct Failure: Error, CustomStringConvertible {
    /// Which rule, in a sentence.
    let rule: String
    /// What was seen.
    let detail: String

    init(_ rule: String, _ detail: String) {
        self.rule = rule
        self.detail = detail
    }

    var description: String { "\(rule): \(detail)" }
}
