/// The members of a request, read with errors that name the field.
struct Fields {
    private let object: JSONObject

    init(_ object: JSONObject) {
        self.object = object
    }

    func requiredString(_ key: String) throws(Refusal) -> String {
        guard let string = try string(key) else {
            throw Refusal(.badRequest, "\(key) is missing", field: key)
        }
        return string
    }

    func string(_ key: String) throws(Refusal) -> String? {
        try read(key, "a string is wanted", \.string)
    }

    func boolean(_ key: String) throws(Refusal) -> Bool? {
        try read(key, "true or false is wanted", \.boolean)
    }

    func number(_ key: String) throws(Refusal) -> Double? {
        try read(key, "a number is wanted", \.number)
    }

    func number(_ key: String, in range: ClosedRange<Double>) throws(Refusal) -> Double? {
        guard let number = try number(key) else { return nil }
        guard range.contains(number) else {
            throw Refusal(
                .badRequest,
                "\(key): a number in \(range.lowerBound)...\(range.upperBound) is wanted",
                field: key)
        }
        return number
    }

    /// A number, a word, or an object with one number for each part. True and false are what a
    /// switch has for them, 1 and 0.
    func controlValue(_ key: String) throws(Refusal) -> ControlValue? {
        try read(
            key, "a number, a string, or an object with a number for each part, is wanted"
        ) { json in
            if let number = json.number { return .number(number) }
            if let text = json.string { return .text(text) }
            if let isOn = json.boolean { return .number(isOn ? 1 : 0) }
            guard let members = json.object?.members, !members.isEmpty else { return nil }
            var parts: [ControlValue.Part] = []
            for member in members {
                guard let number = member.value.number else { return nil }
                parts.append(.init(member.key, number))
            }
            return .parts(parts)
        }
    }

    /// A pattern, or an array of at most 64.
    func globs(_ key: String) throws(Refusal) -> [Glob]? {
        try read(
            key,
            "a pattern of at most \(Glob.longest) bytes, or an array of at most 64, is wanted"
        ) { json in
            let patterns = json.array ?? [json]
            let globs = patterns.compactMap(\.string).filter { $0.utf8.count <= Glob.longest }
            guard globs.count == patterns.count, globs.count <= 64 else { return nil }
            return globs.map(Glob.init)
        }
    }

    /// An array of some of the names of an enumeration.
    func names<Name: RawRepresentable<String> & CaseIterable & Hashable>(
        _ key: String, of type: Name.Type
    ) throws(Refusal) -> Set<Name>? {
        let all = Name.allCases.map(\.rawValue)
        let wanted = "an array of " + all.joined(separator: ", ") + " is wanted"
        guard let strings = try read(key, wanted, { $0.array?.map(\.string) }) else { return nil }
        var names: Set<Name> = []
        for string in strings {
            guard let name = string.flatMap(Name.init(rawValue:)) else {
                throw Refusal(
                    .badRequest, "\(key): \(wanted)", field: key,
                    near: string.map { Suggestions.near($0, in: all) } ?? [])
            }
            names.insert(name)
        }
        return names
    }

    private func read<Value>(
        _ key: String, _ wanted: String, _ value: (JSON) -> Value?
    ) throws(Refusal) -> Value? {
        guard let json = object[key] else { return nil }
        guard let value = value(json) else {
            throw Refusal(.badRequest, "\(key): \(wanted)", field: key)
        }
        return value
    }
}
