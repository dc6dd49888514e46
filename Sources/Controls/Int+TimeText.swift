extension Int {
    /// At least two digits, as of minutes: `05`.
    package var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }

    /// A number of seconds as `01:30:00`, or as `01:30` without seconds.
    package func timeText(showsSeconds: Bool) -> String {
        [self / 3600, self % 3600 / 60, self % 60].prefix(showsSeconds ? 3 : 2)
            .map(\.twoDigits).joined(separator: ":")
    }
}
