/// Which end of what lies has the least value.
enum Direction: String, CaseIterable, Sendable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
}
