/// The side where a panel begins, and where the least value of a horizontal control is.
enum Direction: String, CaseIterable, Sendable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
}
