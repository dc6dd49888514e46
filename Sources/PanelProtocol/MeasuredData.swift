/// Numbers that a client measured and a control only shows: the newest replace the others.
package protocol MeasuredData: Sendable {
    /// The control that shows them.
    var control: String { get }
    /// The numbers, all finite.
    var numbers: [Double] { get }
    /// The event with which other clients receive them.
    var event: EventKind { get }
}
