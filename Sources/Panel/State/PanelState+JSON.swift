package import PanelProtocol

extension PanelState {
    /// The state as one line of JSON, in a fixed order: equal states have equal bytes.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.isExact = true
        writer.line { writer in
            if let page { writer.member("page", page) }
            if let lock {
                writer.object("lock") { writer in
                    writer.member("except", lock.exceptions.map(\.pattern))
                    writer.member("clients", lock.coversClients)
                    if lock.isByKey { writer.member("key", true) }
                    if wrongPINs > 0 { writer.member("wrong_pins", wrongPINs) }
                }
            }
            writer.object("values") { writer in writer.members(values) }
            writer.objects("scenes", scenes) { writer, scene in scene.write(to: &writer) }
            if !styles.isEmpty {
                writer.object("styles") { writer in
                    for (id, style) in styles.sorted(by: { $0.key < $1.key }) {
                        writer.object(.text(id)) { style.write(to: &$0) }
                    }
                }
            }
            if !links.isEmpty {
                writer.objects("links", links) { writer, link in link.write(to: &writer) }
            }
        }
        return writer.bytes
    }

    /// Reads a state that was written as `json`, perhaps by another version or by a person.
    ///
    /// Invalid values and unknown members are left out, and named in `invalid`.
    ///
    /// - Throws: If the text is not a JSON object.
    package init(json: [UInt8], invalid: inout [String]) throws(JSONSyntaxError) {
        let object = try JSON.object(parsing: json[...])
        self.init()
        for member in object.members where !Self.isMember(member.key, member.value) {
            invalid.append(member.key)
        }
        page = object["page"]?.string
        // Scenes contain the same IDs many times, so the strings are shared.
        var ids: Set<String> = []
        values = Self.values(object["values"], &ids, invalid: &invalid)
        if let lock = object["lock"]?.object {
            var names: [Glob] = []
            for pattern in lock["except"]?.array ?? [] {
                if let text = pattern.string { names.append(Glob(text)) }
            }
            self.lock = PanelLock(
                except: names, coversClients: lock["clients"] == .boolean(true),
                isByKey: lock["key"] == .boolean(true))
            wrongPINs = Int(lock["wrong_pins"]?.integer ?? 0)
        }
        var taken: Set<String> = []
        for scene in object["scenes"]?.array ?? [] {
            guard let scene = scene.object, let name = scene["name"]?.string, !name.isEmpty,
                taken.insert(name).inserted
            else {
                invalid.append("a scene")
                continue
            }
            scenes.append(
                PanelScene(
                    name: name, values: Self.values(scene["values"], &ids, invalid: &invalid)))
        }
        scenes.sort { $0.name < $1.name }
        links = Self.links(object["links"], invalid: &invalid)
        for member in object["styles"]?.object?.members ?? [] {
            if let style = member.value.object.flatMap(StyleChange.init) {
                styles[member.key] = style
            } else {
                invalid.append("the style of \(member.key)")
            }
        }
    }

    /// Whether a state has this member, with a value of this type.
    private static func isMember(_ key: String, _ value: JSON) -> Bool {
        switch key {
        case "page": value.string != nil
        case "lock", "values", "styles": value.object != nil
        case "scenes", "links": value.array != nil
        default: false
        }
    }

    private static func links(_ json: JSON?, invalid: inout [String]) -> [LinkRequest] {
        var links: [LinkRequest] = []
        for link in json?.array ?? [] {
            guard let link = link.object.flatMap({ try? LinkRequest($0) }), link.controls.count > 1,
                !links.contains(where: { $0.name == link.name })
            else {
                invalid.append("a link")
                continue
            }
            links.append(link)
        }
        return links
    }

    /// The greatest magnitude of a number. No control has greater ones.
    private static let greatestNumber = 1e12

    private static func values(
        _ json: JSON?, _ ids: inout Set<String>, invalid: inout [String]
    ) -> [String: ControlValue] {
        let members = json?.object?.members ?? []
        var values = [String: ControlValue](minimumCapacity: members.count)
        for member in members {
            if let value = value(member.value) {
                values[ids.insert(member.key).memberAfterInsert] = value
            } else {
                invalid.append(member.key)
            }
        }
        return values
    }

    private static func value(_ json: JSON) -> ControlValue? {
        if let text = json.string { return .text(text) }
        if let number = number(json) { return .number(number) }
        guard let object = json.object else { return nil }
        let parts = object.members.compactMap { member in
            number(member.value).map { ControlValue.Part(member.key, $0) }
        }
        return parts.count == object.members.count && !parts.isEmpty ? .parts(parts) : nil
    }

    private static func number(_ json: JSON) -> Double? {
        json.number.flatMap { $0.magnitude <= greatestNumber ? $0 : nil }
    }
}

extension PanelScene {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.object("values") { $0.members(values) }
    }

    /// The size of the scene in a saved state, in bytes.
    var savedSize: Int {
        var writer = JSONWriter()
        writer.isExact = true
        writer.line { write(to: &$0) }
        return writer.bytes.count
    }
}

extension JSONWriter {
    fileprivate mutating func members(_ values: [String: ControlValue]) {
        for (id, value) in values.sorted(by: { $0.key < $1.key }) { member(.text(id), value) }
    }
}
