import TOML

extension Dialect {
    /// Reads the text of a dialect's file. Unknown keys are errors: they would have no effect.
    init(_ name: String, parsing text: String, path: String) throws(Failure) {
        self.init(name: name)
        do {
            let root = try TOMLValue(parsing: text)
            var table = DialectTable(root)
            try read(&table)
            try table.end()
        } catch let error as TOMLSyntaxError {
            throw Failure(description: "\(path):\(error)")
        } catch let error as DialectTable.Problem {
            throw Failure(
                description:
                    "\(path):\(error.position.line):\(error.position.column): \(error.message)")
        } catch {
            throw Failure(description: "\(path): \(error)")
        }
    }

    private mutating func read(_ table: inout DialectTable) throws {
        title = try table.text("title") ?? ""
        port = try table.number("port", in: 1...65_535).map { UInt16($0) }
        hello = try table.messages("hello")
        helloTime = try table.seconds("hello_s") ?? helloTime
        renew = try table.messages("renew")
        renewInterval = try table.seconds("renew_s") ?? renewInterval
        probe = try table.text("probe")
        answer = try table.text("answer")
        probeInterval = try table.seconds("probe_s") ?? probeInterval
        fresh = try table.text("fresh")
        appears = try table.text("appears")
        read = try table.text("read")
        readsBack = try table.flag("reads_back") ?? false
        confirms = try table.flag("confirms") ?? true
        bundles = try table.flag("bundles") ?? true
        level = try table.law("level") ?? .value
        toggle = try table.law("toggle") ?? .value
        other = try table.law("other") ?? .value
        colors = try table.texts("colors")
        address = try table.text("address")
        controls = try table.tables("controls") { table in
            ControlRule(
                name: try table.requiredText("name"), address: try table.requiredText("address"),
                law: try table.law("law") ?? .value)
        }
        meters = try table.tables("meters") { table in
            MeterRule(
                address: try table.requiredText("address"),
                skip: try table.number("skip", in: 0...256).map { Int($0) } ?? 0,
                stride: try table.number("stride", in: 1...256).map { Int($0) } ?? 1,
                law: try table.law("law") ?? .decibels(silence: -200),
                blob: try table.choice("blob"), request: try table.text("request"))
        }
        let blobs = meters.filter { $0.blob != nil }.map(\.address)
        strips = try table.tables("strips") { table in
            let blob = try table.blob(among: blobs)
            return StripRule(
                name: try table.requiredText("name"), address: try table.requiredText("address"),
                label: try table.text("label"), color: try table.text("color"),
                meter: try table.text("meter"),
                blob: blob?.address, blobPlaces: blob?.places ?? [])
        }
    }
}
