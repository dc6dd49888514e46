import Controls
import Foundation
import TestVectors
import Testing

/// Positions, values and gains, against the programs and papers the laws come from.
struct TaperTests {
    let families: TaperVectors

    init() throws {
        let file = try TestFiles.vector("tapers.json", as: TaperFile.self)
        #expect(file.families.unknown == [], "families of laws that there are not")
        families = file.families.content
    }

    @Test func `fader laws match the levels of their original programs`() {
        check(families.x32, .x32)
        check(families.cubic, .cubic)
        check(families.ardour, .ardour)
        check(families.console100mm, .console100mm)
        check(families.obsLog, .obsLog)
        check(families.obsIEC, .obsIEC)
        check(families.midiCC7, .midiCC7)
        check(families.meter, .iec60268x18)
        check(families.meterPlus6, .iec60268x18Plus6)
    }

    @Test func `fader laws match values measured on running programs`() {
        let measured: [(TaperVectors.Family, FaderLaw)] = [
            (families.cubic, .cubic), (families.ardour, .ardour),
        ]
        for (family, law) in measured {
            #expect(family.measured?.isEmpty == false)
            for row in family.measured ?? [] {
                let position = row.pos ?? -1
                if let gain = row.gain {
                    #expect(close(pow(10, law.decibels(at: position) / 20), gain, 1e-6))
                }
                if let db = row.db { #expect(close(law.decibels(at: position), db.value, 0.01)) }
            }
        }
    }

    @Test func `the X32 law rounds to one of 1024 steps`() {
        for row in families.x32.inverse ?? [] {
            guard let db = row.db, let quantised = row.posQuantised else {
                Issue.record("a row without its step")
                continue
            }
            let position = FaderLaw.x32.position(ofDecibels: db.value)
            #expect(
                close(Double(MIDIPosition.quantised(position, steps: 1023)) / 1023, quantised, 1e-9)
            )
        }
    }

    @Test func `Ardour's law shifts to end at another maximum`() {
        let taper = Taper(.fader(.ardour), minimum: -192, maximum: 10, minimumIsOff: true)
        for row in families.ardour.inverseMax10 ?? [] {
            guard let db = row.db, let position = row.pos else { continue }
            #expect(close(taper.position(of: db.value), position, 1e-9))
        }
        #expect(families.ardour.inverseMax10?.count == 6)
    }

    @Test func `tapers between two values match the test vectors`() {
        for item in families.alsamixer.cases { check(item, .alsamixer, 1e-9) }
        for item in families.dbLinear.cases { check(item, .linear, 1e-9) }
        for item in families.log.cases { check(item, .logarithmic, 1e-6) }
        for item in families.power.cases {
            check(item, .power(exponent: item.exponent ?? .nan), 1e-9)
        }
    }

    @Test func `jack_mixer's controller is linear in dB`() {
        let taper = Taper(minimum: -70, maximum: 0, minimumIsOff: true)
        for row in families.jackMixBox.forward + (families.jackMixBox.measured ?? []) {
            guard let cc = row.cc, let db = row.db else { continue }
            let value = taper.value(at: cc / 127)
            if db.value == -.infinity {
                #expect(taper.gain(of: value) == 0)
            } else {
                #expect(close(value, db.value, families.jackMixBox.tolerance))
            }
        }
    }

    @Test func `pan laws match the gains of the test vectors`() {
        for row in families.pan.rows {
            let expected: [(PanLaw, [Double])] = [
                (.constantPower, row.m3), (.compromise, row.m45), (.linear, row.m6),
            ]
            for (law, gains) in expected {
                let (left, right) = law.gains(at: row.pos)
                // A root of the 6e-17 that stands for 0 is 8e-9.
                #expect(
                    close(left, gains[0], 1e-7) && close(right, gains[1], 1e-7), "\(law) \(row.pos)"
                )
            }
        }
    }

    @Test func `positions convert to MIDI integers`() {
        for row in families.midiQuantise.rows {
            #expect(MIDIPosition.controller(row.norm) == row.cc7)
            #expect(MIDIPosition.pitchBend(row.norm) == row.pb14)
            #expect(MIDIPosition.mackieFader(row.norm) == row.mcu10)
        }
        #expect(MIDIPosition.position(ofController: 64) == 0.5)
        #expect(MIDIPosition.position(ofController: 127) == 1)
    }

    @Test func `a meter falls at its rate`() {
        for row in families.meterFalloff.rows {
            let falloff = MeterFalloff(rate: row.rate)
            let level = falloff.level(from: row.start, after: .milliseconds(Int(row.time * 1000)))
            #expect(close(level, row.db, 1e-9))
        }
    }

    @Test(arguments: Taper.Curve.names)
    func `every taper rises, stays within the range and round-trips`(name: String) throws {
        let curve = try #require(Taper.Curve(name: name))
        let (low, high) = name == "log" ? (0.5, 12) : (-60.0, 0.0)
        for isOff in [false, true] {
            let taper = Taper(curve, minimum: low, maximum: high, minimumIsOff: isOff)
            #expect(taper.value(at: 0) == low && taper.value(at: 1) == high)
            #expect(taper.position(of: low) == 0 && taper.position(of: high) == 1)
            var last = low
            for step in 1..<1000 {
                let position = Double(step) / 1000
                let value = taper.value(at: position)
                #expect(value >= last && value <= high)
                last = value
                if value > low { #expect(close(taper.position(of: value), position, 1e-9)) }
            }
        }
    }

    @Test(arguments: Taper.Curve.names)
    func `no input gives NaN or a value outside the range`(name: String) throws {
        let curve = try #require(Taper.Curve(name: name, exponent: .nan))
        let odd: [Double] = [
            .nan, .infinity, -.infinity, 0, -0.0, 1, -1, 1e300, -1e300, .leastNonzeroMagnitude, 0.5,
        ]
        for low in odd {
            for high in odd {
                let taper = Taper(curve, minimum: low, maximum: high, minimumIsOff: low == -1)
                #expect(taper.minimum <= taper.maximum)
                for number in odd {
                    let value = taper.value(at: number)
                    #expect(value >= taper.minimum && value <= taper.maximum)
                    let position = taper.position(of: number)
                    #expect(position >= 0 && position <= 1)
                    #expect(taper.gain(of: number) >= 0)
                    let back = taper.value(ofGain: number)
                    #expect(back >= taper.minimum && back <= taper.maximum)
                }
            }
        }
    }

    @Test func `off is the minimum value, gain 0 and position 0`() {
        let taper = Taper(.fader(.x32), minimum: -90, maximum: 10, minimumIsOff: true)
        #expect(taper.value(at: 0) == -90 && taper.isOff(-90) && !taper.isOff(-89.9))
        #expect(taper.gain(of: -90) == 0)
        #expect(close(taper.gain(of: -6), 0.501187, 1e-6))
        #expect(taper.value(ofGain: 0) == -90)
        #expect(close(taper.value(ofGain: 1), 0, 1e-12))
        #expect(taper.position(of: -6) == 0.6)
    }

    @Test func `a law is rescaled to the range, but keeps its positions if the minimum is off`() {
        let cut = Taper(.fader(.x32), minimum: -60, maximum: 10)
        #expect(close(cut.position(of: 0), (0.75 - 0.0625) / (1 - 0.0625), 1e-12))
        let off = Taper(.fader(.x32), minimum: -60, maximum: 10, minimumIsOff: true)
        #expect(close(off.position(of: 0), 0.75, 1e-12))
        #expect(off.value(at: 0.03) == -60)
    }

    private func check(_ family: TaperVectors.Family, _ law: FaderLaw) {
        for row in family.forward + (family.inverse ?? []) {
            guard let position = row.position else { continue }
            if let db = row.db {
                // Rows outside the law's travel, such as a meter below its scale, give its ends.
                let isInside = db.value > law.lowest && (0...1.5).contains(position) && position > 0
                let isOverTop = db.value > law.highest && law != .cubic
                if isInside && !isOverTop {
                    #expect(
                        close(law.decibels(at: position), db.value, family.tolerance),
                        "\(law) \(row)")
                } else if position == 0 && law.hasOff {
                    #expect(law.decibels(at: 0) == -.infinity)
                }
                #expect(
                    close(
                        law.position(ofDecibels: db.value), position, max(family.tolerance, 1e-9)),
                    "\(law) \(row)")
            }
            if let gain = row.gain {
                #expect(close(pow(10, law.decibels(at: position) / 20), gain, family.tolerance))
            }
        }
    }

    private func check(_ item: TaperVectors.Case, _ curve: Taper.Curve, _ tolerance: Double) {
        let taper = Taper(curve, minimum: item.low, maximum: item.high)
        for row in item.rows + (item.inverse ?? []) {
            guard let position = row.pos, let value = row.value ?? row.db?.value else {
                Issue.record("a row without position and value")
                continue
            }
            #expect(close(taper.value(at: position), value, tolerance), "\(curve) \(row)")
            #expect(close(taper.position(of: value), position, 1e-9), "\(curve) \(row)")
        }
    }

    private func close(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool {
        a == b || (a - b).magnitude <= tolerance
    }
}
