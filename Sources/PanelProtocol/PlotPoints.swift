/// The points that a client sends for one plot.
package struct PlotPoints: MeasuredData, Equatable {
    /// The maximum number of points of a plot.
    package static let mostPoints = 4096

    /// The plot.
    package var control: String
    /// In the unit of the y axis, in the order of the x axis; finite.
    package var numbers: [Double]
    package var event: EventKind { .plot }

    /// The points of a plot.
    package init(control: String, points: [Double]) {
        self.control = control
        numbers = points
    }
}
