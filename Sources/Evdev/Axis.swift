/// The range of one absolute axis, in device units.
///
/// See `struct input_absinfo` in `linux/input.h`.
package struct Axis: Equatable, Sendable {
    package var minimum: Int32
    package var maximum: Int32
    /// The noise that the kernel filters out, in device units; 0 for none.
    package var fuzz: Int32
    package var flat: Int32
    /// Units per millimetre; 0 if the driver does not know.
    package var resolution: Int32

    package init(
        minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.fuzz = fuzz
        self.flat = flat
        self.resolution = resolution
    }

    /// The number of units: maximum − minimum + 1, since the last unit is one unit wide too.
    package var units: Double { Double(maximum) - Double(minimum) + 1 }
}
