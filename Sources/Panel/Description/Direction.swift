/// The side where a panel or a row begins, and where the least value of a horizontal control is.
package enum Direction: String, CaseIterable, Sendable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
}
