import Evdev
import Testing

@testable import glassfader

struct ContactLineTests {
    private let contact = Contact(number: 3, slot: 1, phase: .began, x: 512, y: 300, pressure: 40)
    private let time = Duration.microseconds(12_045_678)

    @Test func `a contact is printed as one line`() {
        let axis = Axis(minimum: 0, maximum: 4095)
        let line = ContactLine(contact, time: time, axes: (axis, axis))
        #expect(line.text == "12.045678 began 3 slot 1 x 512 y 300 pressure 40")
        #expect(
            line.json
                == #"{"t":12045678,"phase":"began","contact":3,"slot":1,"x":512,"y":300,"#
                + #""pressure":40}"#)
    }

    @Test func `millimetres count from the start of the axes`() {
        let axes = (
            x: Axis(minimum: 12, maximum: 4095, resolution: 10),
            y: Axis(minimum: 0, maximum: 4095, resolution: 8)
        )
        let line = ContactLine(contact, time: time, axes: axes)
        #expect(
            line.text
                == "12.045678 began 3 slot 1 x 512 y 300 (50.0 mm, 37.5 mm) pressure 40")
        #expect(line.json.contains(#""mm":{"x":50.000,"y":37.500}"#))
    }

    @Test func `without a resolution for both axes, no millimetres are printed`() {
        let axes = (
            x: Axis(minimum: 0, maximum: 4095, resolution: 10), y: Axis(minimum: 0, maximum: 4095)
        )
        #expect(!ContactLine(contact, time: time, axes: axes).text.contains("mm"))
    }

    @Test func `a palm is marked, and unmeasured fields are omitted`() {
        let palm = Contact(number: 1, slot: 0, phase: .cancelled, x: -5, y: 0, isPalm: true)
        let line = ContactLine(palm, time: .zero, axes: nil)
        #expect(line.text == "0.000000 cancelled 1 slot 0 x -5 y 0 palm")
        #expect(
            line.json
                == #"{"t":0,"phase":"cancelled","contact":1,"slot":0,"x":-5,"y":0,"palm":true}"#)
    }
}
