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
        probe = try table.message("probe")
        answer = try table.address("answer")
        probeInterval = try table.seconds("probe_s") ?? probeInterval
        fresh = try table.address("fresh")
        appears = try table.address("appears")
        read = try table.message("read", with: ["{address}", "{arguments}"])
        readsBack = try table.flag("reads_back") ?? false
        confirms = try table.flag("confirms") ?? true
        bundles = try table.flag("bundles") ?? true
        level = try table.scale("level") ?? .value
        toggle = try table.scale("toggle") ?? .value
        other = try table.scale("other") ?? .value
        colors = try table.colors("colors")
        address = try table.message("address", with: ["{control}"])
        controls = try table.tables("controls") { table in
            let name = try table.form("name")
            return ControlRule(
                name: name, count: try table.count(of: name),
                address: try table.required("address", table.message("address", with: ["{n}"])),
                scale: try table.scale("law") ?? .value)
        }
        addresses = try table.tables("addresses") { table in
            AddressRule(
                pattern: try table.pattern("address"), scale: try table.scale("law"),
                read: try table.message("read", with: ["{address}", "{arguments}"]))
        }
        meters = try table.tables("meters") { table in
            MeterRule(
                address: try table.required("address", table.address("address")),
                skip: try table.number("skip", in: 0...256).map { Int($0) } ?? 0,
                stride: try table.number("stride", in: 1...256).map { Int($0) } ?? 1,
                scale: try table.scale("law") ?? .decibels(silence: -200),
                blob: try table.choice("blob"), request: try table.message("request"))
        }
        let blobs = meters.filter { $0.blob != nil }.map(\.address)
        strips = try table.tables("strips") { table in
            let blob = try table.blob(among: blobs)
            let name = try table.form("name")
            return StripRule(
                name: name, count: try table.count(of: name), address: try table.form("address"),
                label: try table.message("label", with: ["{address}"]),
                color: try table.message("color", with: ["{address}"]),
                meter: try table.message("meter", with: ["{address}"]),
                blob: blob?.address, blobPlaces: blob?.places ?? [])
        }
    }
}
