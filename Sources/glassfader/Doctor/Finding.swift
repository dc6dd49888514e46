/// What a check has found, and what to do about it.
struct Finding: Equatable {
    /// How much it matters.
    enum Verdict: String {
        /// As it should be.
        case good = "ok"
        /// The panel works, but not as well as it could, or this cannot be seen.
        case note = "note"
        /// The panel does not work, or a part of it.
        case wrong = "wrong"
    }

    let verdict: Verdict
    /// What was looked at: one of a few words, such as `touchscreen`.
    let subject: String
    /// What was found, and then what to do. One line.
    let text: String
    /// The part of the text that the builder has named, which a report leaves out.
    var name: String?

    /// All is well.
    static func good(_ subject: String, _ text: String, naming name: String? = nil) -> Finding {
        Finding(verdict: .good, subject: subject, text: text, name: name)
    }

    /// It could be better.
    static func note(_ subject: String, _ text: String, naming name: String? = nil) -> Finding {
        Finding(verdict: .note, subject: subject, text: text, name: name)
    }

    /// It must be fixed.
    static func wrong(_ subject: String, _ text: String) -> Finding {
        Finding(verdict: .wrong, subject: subject, text: text)
    }
}
