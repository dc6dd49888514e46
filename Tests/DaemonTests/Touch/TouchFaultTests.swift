import Evdev
import Files
import Testing
import TouchEvents

@testable import GlassfaderDaemon

// The faults of real touchscreens by their number in the table of faults, and where each is tested:
//
//   1  the first slot is not named               here, vectors     30  fewer slots than fingers       here
//   2  positions are not repeated                here, vectors     31  reports without news           here, vectors
//   3  down and up in one report                 here, vectors     32  a report without its end       here
//   4  up and down in one report                 here              33  time goes backwards            here
//   5  a tracking ID replaced without an end     here, vectors     34  protocol A                     AnonymousContactsTests
//   6  the same, hidden by libevdev              here, vectors     35  the key before the position    here
//   7  the same tracking ID again, wrapped       here, vectors     36  a touch without coordinates    vectors
//   8  one tracking ID in two slots              here              37  0,0 with the release           here, vectors
//   9  slots that do not exist                   here, vectors     38  positions without a touch      here
//  10  two releases, axes of empty slots         here, vectors     39  BTN_LEFT                       here, vectors
//  11  BTN_TOUCH contradicts the slots           here              40  pressure only                  here, vectors
//  12  multitouch and ABS_X, ABS_Y               here              41  positions on other axes        here
//  13  a finger that rests sends nothing         here              42  a release that never comes     here
//  14  a finger is there at the start            here, vectors     43  phantoms of one report         here (the line)
//  15-20  SYN_DROPPED                            here, vectors     45  contacts change places         here
//  21  SYN_DROPPED on single touch               vectors           46  a flood of tracking IDs        here
//  23  unplugged                                 here (the table)  47  ranges that are none           here, TouchProtocolTests
//  26-27  palms                                  here, vectors     48  sizes                          TouchScaleTests
//  28-29  out of the range                       here, vectors     50  udev's fuzz                    here
//  51  ranges of MT and of ABS_X differ          here              52  garbage in names               here
//  53  two panels of one kind                    DeviceSelectionTests
//  55  the reader stalls                         TouchscreensTests 56-57  sleep, lock                 TouchscreensTests
//
// 22, 24, 25, 49 and 54 are the kernel's doing and are shown on a real one (Tests/vm).

/// What becomes of touches when the device misbehaves.
struct TouchFaultTests {
    // MARK: Slots

    @Test func `1 - the first events go to the slot that is current at the start`() throws {
        var state = DeviceState()
        state.currentSlot = 3
        state.slots = Array(repeating: DeviceState.Slot(), count: 5)
        var screen = try FaultyTouchscreen(.slots(5), state: state)
        _ = screen.report((.id, 1), (.mtX, 10), (.mtY, 20))
        #expect(screen.table.contacts.map(\.slot) == [3])
    }

    @Test func `2 - a new touch at the last position needs no position events`() throws {
        var screen = try FaultyTouchscreen(.slots(5))
        _ = screen.report((.id, 1), (.mtX, 10), (.mtY, 20))
        _ = screen.report((.id, -1))
        #expect(screen.report((.id, 2)) == ["began 2 at 10,20"])
        _ = screen.report((.id, -1))
        #expect(screen.report((.id, 3), (.mtY, 30)) == ["began 3 at 10,30"])
    }

    @Test func `3, 4 - down then up in one report is a tap, up then down is two touches`() throws {
        var screen = try FaultyTouchscreen(.slots(5))
        #expect(
            screen.report((.id, 1), (.mtX, 10), (.mtY, 20), (.id, -1))
                == ["began 1 at 10,20", "ended 1 at 10,20"])
        _ = screen.report((.id, 2))
        #expect(
            screen.report((.id, -1), (.id, 3), (.mtX, 90))
                == ["ended 2 at 10,20", "began 3 at 90,20"])
    }

    @Test func `5, 7 - a new tracking ID is a new finger, and so is the same ID after a lift`()
        throws
    {
        var screen = try FaultyTouchscreen(.slots(5))
        _ = screen.report((.id, 65535), (.mtX, 10), (.mtY, 20))
        #expect(screen.report((.id, 0)) == ["ended 1 at 10,20", "began 2 at 10,20"])
        _ = screen.report((.id, -1))
        #expect(screen.report((.id, 0)) == ["began 3 at 10,20"])
    }

    @Test func `6 - a finger that was replaced unnoticed does not drag a control`() throws {
        var screen = try FaultyTouchscreen(.slots(5), jumps: .ignore)
        _ = screen.report((.id, 1), (.mtX, 10), (.mtY, 20))
        #expect(screen.report((.mtX, 1500), (.mtY, 900)) == ["cancelled 1 at 10,20"])
        #expect(screen.report((.mtX, 1501)) == [])
        #expect(screen.report((.id, -1)) == [])
    }

    @Test func `8 - one tracking ID in two slots is two fingers`() throws {
        var screen = try FaultyTouchscreen(.slots(5))
        #expect(
            screen.report(
                (.id, 7), (.mtX, 10), (.mtY, 20), (.slot, 1), (.id, 7), (.mtX, 90), (.mtY, 80))
                == ["began 1 at 10,20", "began 2 at 90,80"])
        #expect(screen.report((.id, -1)) == ["ended 2 at 90,80"])
    }

    @Test func `9, 10 - slots that do not exist or are empty change nothing`() throws {
        var screen = try FaultyTouchscreen(.slots(5))
        #expect(screen.report((.slot, 5), (.id, 1), (.mtX, 10)) == [])
        #expect(screen.report((.slot, -7), (.id, 2)) == [])
        #expect(screen.report((.slot, 2), (.mtX, 30), (.mtY, 40)) == [])
        #expect(screen.report((.id, -1)) == [])
        #expect(screen.report((.id, 3)) == ["began 1 at 30,40"])
        #expect(screen.report((.id, -1), (.id, -1)) == ["ended 1 at 30,40"])
        #expect(screen.report((.id, -1)) == [])
    }

    @Test func `11, 12 - on a multitouch device only the slots count`() throws {
        var screen = try FaultyTouchscreen(.slots(5))
        #expect(screen.report((.touch, 1), (.x, 500), (.y, 500)) == [])
        #expect(screen.report((.id, 1), (.mtX, 10), (.mtY, 20), (.x, 5)) == ["began 1 at 10,20"])
        #expect(screen.report((.touch, 0), (.x, 900)) == [])
        #expect(screen.report((.mtX, 11)) == ["moved 1 at 11,20"])
    }

    @Test func `13 - a finger may rest for minutes`() throws {
        var screen = try FaultyTouchscreen(.slots(5))
        _ = screen.report((.id, 1), (.mtX, 10), (.mtY, 20))
        #expect(screen.release() == [])
        #expect(screen.report(after: .seconds(600), []) == [])
        #expect(screen.report((.mtX, 11)) == ["moved 1 at 11,20"])
    }

    @Test func `14 - a finger that touched before the start is ignored, and others work`() throws {
        var state = DeviceState()
        state.slots = Array(repeating: DeviceState.Slot(), count: 5)
        state.slots[0] = DeviceState.Slot(trackingID: 9, x: 10, y: 20)
        var screen = try FaultyTouchscreen(.slots(5), state: state)
        #expect(
            screen.report((.mtX, 11), (.slot, 1), (.id, 10), (.mtX, 90), (.mtY, 80))
                == ["began 1 at 90,80"])
        #expect(screen.report((.slot, 0), (.id, -1)) == [])
        #expect(screen.report((.id, 11)) == ["began 2 at 11,20"])
    }

    @Test func `30 - a finger without a slot begins when a slot becomes free`() throws {
        var screen = try FaultyTouchscreen(.slots(2))
        _ = screen.report((.id, 1), (.mtX, 1), (.mtY, 1), (.slot, 1), (.id, 2), (.mtX, 2))
        #expect(screen.report((.slot, 2), (.id, 3), (.mtX, 3)) == [])
        #expect(
            screen.report((.slot, 1), (.id, -1), (.id, 3), (.mtX, 3), (.mtY, 3))
                == ["ended 2 at 2,0", "began 3 at 3,3"])
    }

    @Test func `31, 32 - reports without change and unfinished reports emit nothing`() throws {
        var screen = try FaultyTouchscreen(.slots(5))
        #expect(screen.report() == [])
        #expect(screen.report((.touch, 1)) == [])
        screen.send([(.id, 1), (.mtX, 10), (.mtY, 20)])
        #expect(screen.report() == ["began 1 at 10,20"])
        #expect(screen.report((.mtX, 10)) == [])
    }

    // MARK: Dropped events

    @Test func `15, 16, 19 - after dropped events each finger has its current position`() throws {
        var screen = try FaultyTouchscreen(.slots(5))
        _ = screen.report((.id, 1), (.mtX, 10), (.mtY, 20))
        _ = screen.report((.slot, 1), (.id, 2), (.mtX, 30), (.mtY, 40))
        // What libevdev finds has changed meanwhile.
        #expect(
            screen.report(
                (.dropped, 0), (.slot, 0), (.mtX, 15), (.slot, 1), (.id, -1), (.slot, 2), (.id, 3),
                (.mtX, 50), (.mtY, 60))
                == ["ended 2 at 30,40", "moved 1 at 15,20", "began 3 at 50,60"])
    }

    @Test func `17, 18 - after dropped events a finger may be a new one, or never be seen`() throws
    {
        var screen = try FaultyTouchscreen(.slots(5))
        _ = screen.report((.id, 1), (.mtX, 10), (.mtY, 20))
        // libevdev ends the old finger in a report of its own.
        #expect(screen.report((.dropped, 0), (.id, -1)) == ["ended 1 at 10,20"])
        #expect(
            screen.report((.id, 2), (.mtX, 30), (.slot, 3), (.mtX, 99), (.slot, 0))
                == ["began 2 at 30,20"])
    }

    @Test func `20 - half a report before dropped events is discarded`() throws {
        var screen = try FaultyTouchscreen(.slots(5), recovery: .snapshot)
        _ = screen.report((.id, 1), (.mtX, 10), (.mtY, 20))
        #expect(screen.report((.id, -1), (.dropped, 0), (.mtX, 900)) == [])
        #expect(screen.report((.dropped, 0), (.mtX, 901)) == [])
        var state = DeviceState()
        state.slots = [DeviceState.Slot(trackingID: 1, x: 12, y: 20)]
        #expect(screen.recover(from: state) == ["moved 1 at 12,20"])
    }

    @Test func `23 - a device that is gone has no fingers`() throws {
        var screen = try FaultyTouchscreen(.slots(5))
        _ = screen.report(
            (.id, 1), (.mtX, 10), (.mtY, 20), (.slot, 1), (.id, 2), (.mtX, 30), (.mtY, 40))
        #expect(screen.cancel() == ["cancelled 1 at 10,20", "cancelled 2 at 30,40"])
        #expect(screen.cancel() == [])
    }

    // MARK: What is no finger

    @Test func `26, 27 - a palm is not a finger, but a finger beside it is`() throws {
        var screen = try FaultyTouchscreen(.slots(5))
        _ = screen.report((.id, 1), (.mtX, 10), (.mtY, 20))
        #expect(
            screen.report((.slot, 1), (.id, 2), (.mtX, 500), (.mtY, 500), (.tool, 2)) == [])
        #expect(screen.report((.slot, 0), (.tool, 2)) == ["cancelled 1 at 10,20"])
        #expect(screen.report((.tool, 0), (.mtX, 11)) == [])
        #expect(screen.report((.id, 3)) == ["began 2 at 11,20"])
    }

    @Test func `28, 29 - no touch begins far outside, and a drag outside stays at the edge`() throws
    {
        var screen = try FaultyTouchscreen(.slots(5))
        #expect(screen.report((.id, 1), (.mtX, 100), (.mtY, -3616)) == [])
        #expect(screen.report((.mtY, 100)) == [])
        _ = screen.report((.id, -1))
        #expect(screen.report((.id, 2)) == ["began 1 at 100,100"])
        #expect(screen.report((.mtX, 2500)) == ["moved 1 at 1999,100"])
        #expect(screen.report((.mtX, Int32.max)) == [])
        #expect(screen.report((.id, -1)) == ["ended 1 at 1999,100"])
    }

    @Test func `33 - time that stands still or goes backwards does not cancel a touch`() throws {
        var screen = try FaultyTouchscreen(.slots(5), jumps: .ignore)
        _ = screen.report((.id, 1), (.mtX, 10), (.mtY, 20))
        #expect(screen.report(after: .zero, [(.mtX, 20)]) == ["moved 1 at 20,20"])
        #expect(screen.report(after: .seconds(-5), [(.mtX, 30)]) == ["moved 1 at 30,20"])
    }

    @Test func `34 - an empty list of contacts ends them all`() throws {
        var screen = try FaultyTouchscreen(.list)
        #expect(
            screen.report((.mtX, 10), (.mtY, 20), (.contactEnd, 0), (.mtX, 900), (.mtY, 800))
                == ["began 1 at 10,20", "began 2 at 900,800"])
        #expect(
            screen.report(
                (.mtX, 901), (.mtY, 800), (.contactEnd, 0), (.mtX, 10), (.mtY, 20), (.contactEnd, 0)
            )
                == ["moved 2 at 901,800"])
        #expect(screen.report((.contactEnd, 0)) == ["ended 1 at 10,20", "ended 2 at 901,800"])
    }

    @Test func `45 - fingers that swap places become two others, and both are ignored`() throws {
        var screen = try FaultyTouchscreen(.slots(5), jumps: .ignore)
        _ = screen.report(
            (.id, 1), (.mtX, 100), (.mtY, 100), (.slot, 1), (.id, 2), (.mtX, 900), (.mtY, 900))
        #expect(
            screen.report(
                (.slot, 0), (.mtX, 900), (.mtY, 900), (.slot, 1), (.mtX, 100), (.mtY, 100))
                == ["cancelled 1 at 100,100", "cancelled 2 at 900,900"])
    }

    // MARK: One finger

    @Test func `35, 37, 38 - a single-touch report is applied as a whole`() throws {
        var screen = try FaultyTouchscreen(.single)
        #expect(screen.report((.x, 50), (.y, 60)) == [])
        #expect(screen.report((.touch, 1), (.x, 100), (.y, 200)) == ["began 1 at 100,200"])
        #expect(screen.report((.x, 0), (.y, 0), (.touch, 0)) == ["ended 1 at 100,200"])
    }

    @Test func `39 - a panel that acts as a mouse works when configured`() throws {
        var quirks = TouchscreenQuirks()
        quirks.indicator = .leftButton
        var screen = try FaultyTouchscreen(.single, quirks: quirks)
        #expect(screen.report((.left, 1), (.x, 100), (.y, 200)) == ["began 1 at 100,200"])
        #expect(screen.report((.left, 0)) == ["ended 1 at 100,200"])
        #expect(throws: Rejection.selectedIndicatorMissing("BTN_LEFT")) {
            try quirks.indicator(of: DeviceDescription())
        }
    }

    @Test func `40 - pressure has hysteresis, in percent of its range`() throws {
        var quirks = TouchscreenQuirks()
        quirks.indicator = .pressure(on: 20, off: 10)
        var screen = try FaultyTouchscreen(.single, quirks: quirks)
        #expect(screen.report((.x, 100), (.y, 200), (.pressure, 50)) == [])
        #expect(screen.report((.pressure, 51)) == ["began 1 at 100,200"])
        #expect(screen.report((.x, 110), (.pressure, 25)) == ["moved 1 at 110,200"])
        #expect(screen.report((.pressure, 24)) == ["ended 1 at 110,200"])
        #expect(throws: Rejection.selectedIndicatorMissing("ABS_PRESSURE")) {
            try quirks.indicator(of: DeviceDescription())
        }
    }

    @Test func `41 - positions on other axes are noticed, and the axes can be set`() throws {
        var screen = try FaultyTouchscreen(.single)
        var symptoms = TouchscreenSymptoms()
        var noticed: [TouchscreenSymptoms.Symptom] = []
        for touch in 1...60 {
            for key in [Int32(1), 0] {
                _ = screen.report(
                    after: .milliseconds(100), [(.z, Int32(touch)), (.rx, 30), (.touch, key)])
                let symptom = symptoms.examine(screen.table.contacts, at: screen.time)
                if let symptom { noticed.append(symptom) }
            }
            #expect(noticed.isEmpty == (touch < 50))
        }
        #expect(noticed == [.samePoint(x: 0, y: 0)])

        var quirks = TouchscreenQuirks()
        quirks.axes = AxisMap(x: EventCode.z.code, y: 3)
        var mapped = try FaultyTouchscreen(.single, quirks: quirks)
        #expect(
            mapped.report((.z, 10), (.rx, 20), (.touch, 1), (.x, 7), (.y, 7))
                == ["began 1 at 10,20"])
        #expect(mapped.report((.x, 8), (.y, 8)) == [])
        #expect(mapped.report((.rx, 21)) == ["moved 1 at 10,21"])
    }

    @Test func `41 - swapped axes are corrected by the same setting`() throws {
        var quirks = TouchscreenQuirks()
        quirks.axes = AxisMap(x: 1, y: 0)
        var screen = try FaultyTouchscreen(.single, quirks: quirks)
        #expect(screen.report((.x, 10), (.y, 20), (.touch, 1)) == ["began 1 at 20,10"])
        // With a map, what a device has of multitouch does not count.
        let device = quirks.corrected(FaultyTouchscreen.description(.slots(5)))
        #expect(try TouchProtocol(of: device) == .single(.touchKey))
        #expect(device.positionAxes?.x.maximum == 599)
    }

    @Test func `41 - swapped axes of a multitouch device are corrected too`() throws {
        var quirks = TouchscreenQuirks()
        quirks.axes = AxisMap(
            x: EventCode.mtY.code, y: EventCode.mtX.code)
        for kind in [FaultyTouchscreen.Kind.slots(5), .list] {
            let device = quirks.corrected(FaultyTouchscreen.description(kind))
            #expect(device.positionAxes?.x.maximum == 1199)
            #expect(device.positionAxes?.y.maximum == 1999)
        }
        var screen = try FaultyTouchscreen(.slots(5), quirks: quirks)
        #expect(
            screen.report(
                (.slot, 0), (.id, 1), (.mtX, 10), (.mtY, 20),
                (.slot, 3), (.id, 2), (.mtX, 30), (.mtY, 40), (.x, 7), (.y, 7))
                == ["began 1 at 20,10", "began 2 at 40,30"])
        #expect(screen.report((.mtX, 31)) == ["moved 2 at 40,31"])
        #expect(screen.report((.id, -1)) == ["ended 2 at 40,31"])
        var list = try FaultyTouchscreen(.list, quirks: quirks)
        #expect(list.report((.mtX, 10), (.mtY, 20), (.contactEnd, 0)) == ["began 1 at 20,10"])
    }

    @Test func `41 - a multitouch device may send positions on unexpected axes`() throws {
        let toolX = EventCode.toolX.code
        let toolY = EventCode.toolY.code
        var quirks = TouchscreenQuirks()
        quirks.axes = AxisMap(x: toolX, y: toolY)
        var device = FaultyTouchscreen.description(.slots(5))
        device.axes[toolX] = Axis(minimum: 0, maximum: 99)
        device.axes[toolY] = Axis(minimum: 0, maximum: 49)
        device = quirks.corrected(device)
        #expect(device.positionAxes?.x.maximum == 99)
        #expect(try TouchProtocol(of: device) == .slots(count: 5))
        var table = try SlotTable(of: device, axisMap: quirks.axes, recovery: .replay)
        for (code, value) in [(.id, 1), (.mtX, 500), (.mtY, 500), (.toolX, 10), (.toolY, 20)]
            as [(EventCode, Int32)]
        {
            _ = table.handle(code, value)
        }
        let isReport = table.handle(.report, 0)
        #expect(isReport)
        #expect(table.contacts.map { [$0.x, $0.y] } == [[10, 20]])
        // What it does not have, it cannot be read by.
        #expect(throws: Rejection.noPosition) {
            _ = try TouchProtocol(
                of: quirks.corrected(FaultyTouchscreen.description(.slots(5))))
        }
    }

    @Test func `42 - a missing release can be assumed`() throws {
        var screen = try FaultyTouchscreen(.single)
        #expect(screen.release() == [])
        _ = screen.report((.x, 100), (.y, 200), (.touch, 1))
        #expect(screen.release() == ["ended 1 at 100,200"])
        #expect(screen.release() == [])
        // The kernel still has the key down, and says nothing of its going down.
        #expect(screen.report((.x, 300), (.y, 400)) == ["began 2 at 300,400"])
        #expect(screen.report((.x, 301)) == ["moved 2 at 301,400"])
        #expect(screen.report((.touch, 0)) == ["ended 2 at 301,400"])
        #expect(screen.report((.x, 500)) == [])
        #expect(screen.report((.touch, 1)) == ["began 3 at 500,400"])
        #expect(screen.release() == ["ended 3 at 500,400"])
        // The lift, with a last position before it, is no tap.
        #expect(screen.report((.x, 501), (.y, 402), (.touch, 0)) == [])
        #expect(screen.report((.x, 600)) == [])
    }

    // MARK: What the log tells

    @Test func `43 - repeated one-report contacts at one point are reported once`() {
        var symptoms = TouchscreenSymptoms()
        var noticed: [TouchscreenSymptoms.Symptom] = []
        for number in 1...10 {
            let time = Duration.milliseconds(12_864 * number)
            let contact = Contact(number: number, slot: 0, phase: .began, x: 799, y: 0)
            var end = contact
            end.phase = .ended
            _ = symptoms.examine([contact], at: time)
            let symptom = symptoms.examine([end], at: time + .milliseconds(8))
            if let symptom { noticed.append(symptom) }
            #expect(noticed.isEmpty == (number < 3))
        }
        #expect(noticed == [.phantoms(x: 799, y: 0)])
    }

    @Test func `43 - a person who taps a button is not reported as a phantom`() {
        var symptoms = TouchscreenSymptoms()
        for number in 1...20 {
            let time = Duration.milliseconds(200 * number)
            let contact = Contact(number: number, slot: 0, phase: .began, x: 400, y: 300)
            var end = contact
            end.phase = .ended
            #expect(symptoms.examine([contact], at: time) == nil)
            #expect(symptoms.examine([end], at: time + .milliseconds(60)) == nil)
        }
    }

    @Test func `46 - a flood of tracking IDs does no harm, and is reported once`() throws {
        var screen = try FaultyTouchscreen(.slots(10))
        var symptoms = TouchscreenSymptoms()
        var noticed: [TouchscreenSymptoms.Symptom] = []
        var fingers = 0
        for report in 1...2000 {
            let slot = Int32(report % 10)
            let news = screen.report(
                (.slot, slot), (.id, Int32(report)), (.mtX, slot * 100 + Int32(report % 89)),
                (.mtY, 50))
            for line in news {
                if line.hasPrefix("began") { fingers += 1 }
                if line.hasPrefix("ended") { fingers -= 1 }
            }
            #expect(fingers <= 10)
            // Every finger lives for a report here.
            let ended = screen.report((.id, -1))
            fingers -= ended.count
            let contacts = [
                Contact(number: report, slot: 0, phase: .began, x: Int32(report % 1999), y: 5),
                Contact(number: report, slot: 0, phase: .ended, x: Int32(report % 1999), y: 5),
            ]
            let symptom = symptoms.examine(contacts, at: screen.time)
            if let symptom { noticed.append(symptom) }
        }
        #expect(fingers == 0)
        #expect(noticed == [.churn])
    }

    @Test func `52 - a device name cannot inject text into the log`() {
        #expect("Goodix \"GT911\"".quotedForLog == #""Goodix \"GT911\"""#)
        #expect("a\nb\u{1b}[2J".quotedForLog == #""a\nb\u{1B}[2J""#)
        #expect("触摸\u{202e}".quotedForLog == #""触摸\u{202E}""#)
        let garbage = String(decoding: [0x69, 0xff, 0xfe], as: UTF8.self)
        #expect(garbage.quotedForLog == "\"i\u{FFFD}\u{FFFD}\"")
        #expect(
            String(repeating: "x", count: 121).quotedForLog
                == "\"\(String(repeating: "x", count: 120))…\"")
    }

    // MARK: What the device says of itself

    @Test func `47 - a reversed range is rejected, or swapped if configured`() throws {
        var device = FaultyTouchscreen.description(.single)
        device.axes[1] = Axis(minimum: 4095, maximum: 0)
        #expect(throws: Rejection.emptyRange(axis: "y", minimum: 4095, maximum: 0)) {
            try SlotTable(of: device, recovery: .replay)
        }
        var quirks = TouchscreenQuirks()
        quirks.swapsRanges = true
        #expect(quirks.corrected(device).axes[1] == Axis(minimum: 0, maximum: 4095))
        device.axes[1] = Axis(minimum: 5, maximum: 5)
        #expect(throws: Rejection.emptyRange(axis: "y", minimum: 5, maximum: 5)) {
            try SlotTable(of: quirks.corrected(device), recovery: .replay)
        }
    }

    @Test func `50 - the noise from udev applies, unless the device reports more`() {
        var device = FaultyTouchscreen.description(.single)
        device.axes[1]?.fuzz = 4
        var quirks = TouchscreenQuirks()
        quirks.fuzz = [
            EventCode.x.code: 8, EventCode.y.code: 9, EventCode.mtX.code: 7,
        ]
        let corrected = quirks.corrected(device)
        #expect(corrected.positionAxes?.x.fuzz == 8)
        #expect(corrected.positionAxes?.y.fuzz == 4)
        #expect(corrected.axes[EventCode.mtX.code] == nil)
    }

    @Test func `51 - the ranges of the multitouch axes are used`() {
        let device = FaultyTouchscreen.description(.slots(5))
        #expect(device.positionAxes?.x.maximum == 1999)
        #expect(device.positionAxes?.y.maximum == 1199)
    }
}
