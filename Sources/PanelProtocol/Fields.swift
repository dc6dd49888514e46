/// The members of a request. Errors name the field.
struct Fields {
    private let object: JSONObject

    init(_ object: JSONObject) {
        self.object = object
    }

    /// Whether there is a field with this key, of any type.
    func has(_ key: String) -> Bool { object[key] != nil }

    func requiredString(_ key: String) throws(RequestError) -> String {
        guard let string = try string(key) else {
            throw .missing(key)
        }
        return string
    }

    /// A name for people: 1 to 64 bytes.
    func name(_ key: String) throws(RequestError) -> String {
        let name = try requiredString(key)
        guard (1...Limit.name.most).contains(name.utf8.count) else {
            throw RequestError(
                .badRequest, "\(key): expected 1 to \(Limit.name.most) bytes", field: key)
        }
        return name
    }

    /// The duration of a fade, from `over_ms`; zero by default.
    func fade() throws(RequestError) -> Duration {
        try number("over_ms", in: 0...Double(SetRequest.longestFade)).map { .milliseconds($0) }
            ?? .zero
    }

    /// A string, `null` for the setting of the panel file, or nothing.
    func setting(_ key: String) throws(RequestError) -> StyleRequest.Setting {
        if object[key] == .null { return .panelFile }
        return try string(key).map(StyleRequest.Setting.other) ?? .kept
    }

    /// One of the names of an enumeration.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func choice<Name: RawRepresentable<String> & CaseIterable>(
        _ key: String, of type: Name.Type
    ) throws(RequestError) -> Name? {
        let all = Name.allCases.map(\.rawValue)
        guard let string = try string(key) else { return nil }
        guard let name = Name(rawValue: string) else {
            throw RequestError(
                .badRequest, "\(key): expected one of \(all.joined(separator: ", "))", field: key,
                near: Suggestions.near(string, in: all))
        }
        return name
    }

    /// One of the names of an enumeration, which must be there.
    func requiredChoice<Name: RawRepresentable<String> & CaseIterable>(
        _ key: String, of type: Name.Type
    ) throws(RequestError) -> Name {
        guard let name = try choice(key, of: type) else {
            let all = Name.allCases.map(\.rawValue)
            throw RequestError(
                .badRequest, "\(key) is missing: one of \(all.joined(separator: ", "))", field: key)
        }
        return name
    }

    /// A required array of strings.
    func strings(_ key: String, atMost most: Int) throws(RequestError) -> [String] {
        let expected = "expected an array of at most \(most) strings"
        let strings = try read(key, expected) { json -> [String]? in
            guard let array = json.array, array.count <= most else { return nil }
            let strings = array.compactMap(\.string)
            return strings.count == array.count ? strings : nil
        }
        guard let strings else { throw .missing(key) }
        return strings
    }

    /// A required array of at least one object.
    func objects(_ key: String, atMost most: Int) throws(RequestError) -> [Fields] {
        let expected = "expected an array of 1 to \(most) objects"
        let objects = try read(key, expected) { json -> [Fields]? in
            guard let array = json.array, (1...most).contains(array.count) else { return nil }
            let objects = array.compactMap(\.object)
            return objects.count == array.count ? objects.map(Fields.init) : nil
        }
        guard let objects else { throw .missing(key) }
        return objects
    }

    /// A required object with at least one object, by their names.
    func objectsByName(
        _ key: String, atMost most: Int
    ) throws(RequestError) -> [(name: String, fields: Fields)] {
        let expected = "expected an object with 1 to \(most) objects"
        let objects = try read(key, expected) { json -> [(String, Fields)]? in
            guard let members = json.object?.members, (1...most).contains(members.count) else {
                return nil
            }
            let objects = members.compactMap { member in
                member.value.object.map { (member.key, Fields($0)) }
            }
            return objects.count == members.count ? objects : nil
        }
        guard let objects else { throw .missing(key) }
        return objects
    }

    /// A whole number in a range.
    func integer(_ key: String, in range: ClosedRange<Int64>) throws(RequestError) -> Int64? {
        try read(
            key, "expected a whole number in \(range.lowerBound)...\(range.upperBound)"
        ) { json in
            json.integer.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    func string(_ key: String) throws(RequestError) -> String? {
        try read(key, "expected a string", \.string)
    }

    func boolean(_ key: String) throws(RequestError) -> Bool? {
        try read(key, "expected true or false", \.boolean)
    }

    func number(_ key: String) throws(RequestError) -> Double? {
        try read(key, "expected a number", \.number)
    }

    func number(_ key: String, in range: ClosedRange<Double>) throws(RequestError) -> Double? {
        guard let number = try number(key) else { return nil }
        guard range.contains(number) else {
            throw RequestError(
                .badRequest,
                "\(key): expected a number in \(range.lowerBound)...\(range.upperBound)",
                field: key)
        }
        return number
    }

    /// A number, a word, or an object with one number for each part. True and false count as words.
    func controlValue(_ key: String) throws(RequestError) -> ControlValue? {
        try read(
            key, "expected a number, a string, or an object with a number for each part"
        ) { json in
            if let number = json.number { return .number(number) }
            if let text = json.string { return .text(text) }
            if let isOn = json.boolean { return .boolean(isOn) }
            guard let members = json.object?.members, !members.isEmpty else { return nil }
            var parts: [ControlValue.Part] = []
            for member in members {
                guard let number = member.value.number else { return nil }
                parts.append(.init(member.key, number))
            }
            return .parts(parts)
        }
    }

    /// An object with an array of levels for each meter.
    func levels(_ key: String) throws(RequestError) -> [MeterLevels] {
        try numbers(key, "numbers, in dB, for each meter", atMost: MeterLevels.mostChannels)
            .map { MeterLevels(control: $0.name, decibels: $0.numbers) }
    }

    /// An object with an array of points for each plot.
    func points(_ key: String) throws(RequestError) -> [PlotPoints] {
        try numbers(key, "numbers for each plot", atMost: PlotPoints.mostPoints)
            .map { PlotPoints(control: $0.name, points: $0.numbers) }
    }

    /// A required object with an array of numbers for each name.
    private func numbers(
        _ key: String, _ meaning: String, atMost most: Int
    ) throws(RequestError) -> [(name: String, numbers: [Double])] {
        guard object[key] != nil else {
            throw .missing(key)
        }
        return try read(key, "expected an object with an array of at most \(most) \(meaning)") {
            json in
            guard let members = json.object?.members else { return nil }
            let found = members.compactMap { member -> (name: String, numbers: [Double])? in
                guard let array = member.value.array, array.count <= most else { return nil }
                let numbers = array.compactMap(\.number)
                return numbers.count == array.count ? (member.key, numbers) : nil
            }
            return found.count == members.count ? found : nil
        } ?? []
    }

    /// A pattern, or an array of patterns.
    func globs(_ key: String) throws(RequestError) -> [Glob]? {
        try read(
            key,
            "expected a pattern of at most \(Glob.longest) bytes, or an array of at most "
                + "\(Limit.patterns.most)"
        ) { json in
            let patterns = json.array ?? [json]
            let globs = patterns.compactMap(\.string).filter { $0.utf8.count <= Glob.longest }
            guard globs.count == patterns.count, globs.count <= Limit.patterns.most else {
                return nil
            }
            return globs.map(Glob.init)
        }
    }

    /// The patterns of the controls that a request is about; all controls by default.
    func match() throws(RequestError) -> [Glob] { try globs("match") ?? [Glob("*")] }

    /// An array of some of the names of an enumeration.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func names<Name: RawRepresentable<String> & CaseIterable & Hashable>(
        _ key: String, of type: Name.Type
    ) throws(RequestError) -> Set<Name>? {
        let all = Name.allCases.map(\.rawValue)
        let expected = "expected an array of " + all.joined(separator: ", ")
        guard let strings = try read(key, expected, { $0.array?.map(\.string) }) else { return nil }
        var names: Set<Name> = []
        for string in strings {
            guard let name = string.flatMap(Name.init(rawValue:)) else {
                throw RequestError(
                    .badRequest, "\(key): \(expected)", field: key,
                    near: string.map { Suggestions.near($0, in: all) } ?? [])
            }
            names.insert(name)
        }
        return names
    }

    private func read<Value>(
        _ key: String, _ expected: String, _ value: (JSON) -> Value?
    ) throws(RequestError) -> Value? {
        guard let json = object[key] else { return nil }
        guard let value = value(json) else {
            throw RequestError(.badRequest, "\(key): \(expected)", field: key)
        }
        return value
    }
}
