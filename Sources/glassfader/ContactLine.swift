import Evdev

/// A line of text for a contact in one report.
struct ContactLine {
    private let contact: Contact
    private let microseconds: Int64
    private let millimetres: (x: Double, y: Double)?

    /// - Parameters:
    ///   - time: the report's time on the monotonic clock.
    ///   - axes: the device's axes; their resolution may be unknown.
    init(_ contact: Contact, time: Duration, axes: (x: Axis, y: Axis)?) {
        self.contact = contact
        microseconds = Int64(time / .microseconds(1))
        if let axes, axes.x.resolution > 0, axes.y.resolution > 0 {
            millimetres = (
                Self.length(to: contact.x, on: axes.x), Self.length(to: contact.y, on: axes.y)
            )
        } else {
            millimetres = nil
        }
    }

    /// The distance from the beginning of the axis, in millimetres.
    private static func length(to position: Int32, on axis: Axis) -> Double {
        (Double(position) - Double(axis.minimum)) / Double(axis.resolution)
    }

    /// For people: `12.345678 began 3 slot 1 x 512 y 300 (46.5 mm, 27.3 mm) pressure 40`.
    var text: String {
        var text = Self.decimal(microseconds, places: 6)
        text += " \(contact.phase) \(contact.number) slot \(contact.slot)"
        text += " x \(contact.x) y \(contact.y)"
        if let (x, y) = millimetres { text += " (\(Self.tenths(x)) mm, \(Self.tenths(y)) mm)" }
        if let pressure = contact.pressure { text += " pressure \(pressure)" }
        if contact.isPalm { text += " palm" }
        return text
    }

    /// For programs: a JSON object.
    var json: String {
        var json = "{\"t\":\(microseconds),\"phase\":\"\(contact.phase)\""
        json += ",\"contact\":\(contact.number),\"slot\":\(contact.slot)"
        json += ",\"x\":\(contact.x),\"y\":\(contact.y)"
        if let (x, y) = millimetres {
            json += ",\"mm\":{\"x\":\(Self.thousandths(x)),\"y\":\(Self.thousandths(y))}"
        }
        if let pressure = contact.pressure { json += ",\"pressure\":\(pressure)" }
        if contact.isPalm { json += ",\"palm\":true" }
        return json + "}"
    }

    private static func tenths(_ number: Double) -> String {
        decimal(Int64((number * 10).rounded()), places: 1)
    }

    private static func thousandths(_ number: Double) -> String {
        decimal(Int64((number * 1000).rounded()), places: 3)
    }

    /// A number with its last `places` digits after the decimal point.
    private static func decimal(_ number: Int64, places: Int) -> String {
        var digits = String(number.magnitude)
        digits = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return (number < 0 ? "-" : "") + digits.dropLast(places) + "." + digits.suffix(places)
    }
}
