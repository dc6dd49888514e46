import Foundation
import Testing

/// Files that the tool is asked to read, whatever they are.
final class FileCommandTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func tool(_ arguments: String..., input: String? = nil) throws -> ToolResult {
        try ToolResult(of: arguments, socket: path("s"), input: input)
    }

    private static let panel = "[[pages]]\nid = \"p\"\nstrips = []\n"

    // MARK: Panel files

    @Test func `a file that is not regular is rejected without waiting`() throws {
        let pipe = path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        for (file, reason) in [
            ("/dev/zero", "it is a character device, not a regular file"),
            (pipe, "it is a FIFO, not a regular file"),
            (folder.path, "it is a folder, not a regular file"),
            (path("none"), "No such file or directory"),
        ] {
            let result = try tool("check", file)
            #expect(result.status == 2 && result.output.isEmpty)
            #expect(result.errors == "glassfader: cannot read \(file): \(reason)\n")
        }
    }

    @Test func `an endless file is not read into memory`() throws {
        let file = path("long.toml")
        try Data().write(to: URL(filePath: file))
        #expect(truncate(file, 71_000_000) == 0)
        let result = try tool("check", file)
        #expect(result.status == 2)
        #expect(result.errors == "glassfader: cannot read \(file): it is 71 MB: at most 1 MB\n")
    }

    @Test func `a panel file can come from standard input`() throws {
        let good = try tool("check", "-", input: Self.panel)
        #expect(good.status == 0 && good.output == "-: no errors\n")
        let bad = try tool("check", "-", input: "x = = 1")
        #expect(bad.status == 1 && bad.output.hasPrefix("-:1:5: "))
    }

    @Test func `a check reports a bind that has no number`() throws {
        let text = """
            [templates.channel]
            controls = [{ id = "level", type = "slider", bind = { osc = "/ch/{n:02}/mix" } }]
            [[pages]]
            id = "p"
            strips = [
              { id = "ch{n}", count = 8, template = "channel" },
              { id = "main", template = "channel" },
            ]

            """
        let bad = try tool("check", "-", input: text)
        #expect(bad.status == 1)
        #expect(
            bad.output.hasPrefix(
                "-:2:61: 'bind': '/ch/{n:02}/mix' has the number of the strip, and 'main' "),
            "\(bad.output)")
        let good = try tool(
            "check", "-", input: text + "[strips.main]\nlevel.bind.osc = \"/main/st/mix\"\n")
        #expect(good.status == 0, "\(good.output)")
    }

    @Test func `a pipe as image is an error with its line`() throws {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        let file = path("panel.toml")
        try Data("[theme]\nfont = \"pipe\"\n\(Self.panel)".utf8).write(to: URL(filePath: file))
        let result = try tool("check", file)
        #expect(result.status == 1)
        #expect(
            result.output
                == "\(file):2:8: 'font': cannot use the font \(path("pipe")): "
                + "it is a FIFO, not a regular file\n")
    }

    // MARK: States

    @Test(arguments: [
        (#"{"foo":1}"#, "cannot use foo"), (#"{"values":3}"#, "cannot use values"),
        (#"{"values":{"a":true}}"#, "cannot use a"),
        (#"{"values":{"a\u001b[2J":true}}"#, #"cannot use a\u{1b}[2J"#),
        (#"{"page":7,"lock":"x","scenes":{},"links":1}"#, "cannot use page, lock, scenes, links"),
        ("hello", "is not a state: expected '{'"),
    ])
    func `invalid states are not imported`(text: String, reason: String) throws {
        try FileManager.default.createDirectory(
            atPath: path("state"), withIntermediateDirectories: true)
        let result = try tool("state", "import", "--state", path("state"), input: text)
        #expect(result.status == 1)
        #expect(result.errors.contains(reason), "\(result.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: path("state")).isEmpty)
    }

    @Test func `a state that is too large is neither imported nor read`() throws {
        let file = path("state.json")
        try Data().write(to: URL(filePath: file))
        #expect(truncate(file, 30_000_000) == 0)
        let result = try tool("state", "import", "--state", folder.path, file)
        #expect(result.status == 2)
        #expect(result.errors == "glassfader: cannot read \(file): it is 30 MB: at most 4 MB\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["state.json"])
    }

    @Test func `an export names the saved states that are damaged`() throws {
        #expect(try tool("state", "export", "--state", folder.path).errors.contains("no state was"))
        for name in ["state.a", "state.b"] {
            try Data("nonsense".utf8).write(to: URL(filePath: path(name)))
        }
        let result = try tool("state", "export", "--state", folder.path)
        #expect(result.status == 1 && result.output.isEmpty)
        for name in ["state.a", "state.b"] {
            #expect(result.errors.contains("\(path(name)) is not a saved state: "))
        }
    }

    @Test func `an export without permission for the files says so, and of no damage`() throws {
        #expect(chmod(folder.path, 0o755) == 0)
        for name in ["state.a", "state.b"] {
            try Data("nonsense".utf8).write(to: URL(filePath: path(name)))
            #expect(chmod(path(name), 0) == 0)
        }
        // Root may read everything.
        let user = getuid() == 0 ? "setpriv --reuid=65534 --clear-groups " : ""
        let result = try ToolResult(
            ofShell: "\(user)\"$TOOL\" state export --state '\(folder.path)'", socket: path("s"))
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(
            result.errors == """
                glassfader: cannot read \(path("state.a")): Permission denied
                glassfader: cannot read \(path("state.b")): Permission denied

                """)
    }

    // MARK: Commands

    @Test(arguments: [
        (["scen"], "unknown command 'scen'; did you mean 'scene'?"),
        (["scene", "recal", "x"], "unknown command 'recal'; did you mean 'recall'?"),
        ([], "missing command: use one of list, get, "),
        (["scene"], "missing command: use one of store, recall, list, delete"),
        (["state"], "missing command: use one of export, import, reset"),
    ])
    func `an unknown or a missing command is a usage error that names commands`(
        arguments: [String], reason: String
    ) throws {
        let result = try ToolResult(of: arguments, socket: path("s"))
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(result.errors.contains(reason), "\(result.errors)")
    }

    @Test(arguments: [
        (#"check "$(printf 'b\374ro.toml')""#, "the argument 'b\u{FFFD}ro.toml' is not UTF-8"),
        (#"screenshot "$(printf 'b\374.png')""#, "the argument 'b\u{FFFD}.png' is not UTF-8"),
    ])
    func `an argument that is not UTF-8 is a usage error`(line: String, reason: String) throws {
        let result = try ToolResult(ofShell: "\"$TOOL\" \(line)", socket: path("s"))
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(result.errors.contains(reason), "\(result.errors)")
    }

    @Test(arguments: [
        ["list", "--names", "--json"], ["get", "--json", "--norm", "a.b"],
        ["get", "--json", "--text", "a.b"], ["get", "--json", "--effective", "a.b"],
    ])
    func `JSON has everything, and takes no other form`(arguments: [String]) throws {
        let result = try ToolResult(of: arguments, socket: path("s"))
        #expect(result.status == 64 && result.errors.contains("--json and --"))
    }

    @Test(arguments: ["monitor", "screenshot"])
    func `a command that prints no JSON has no such option`(command: String) throws {
        let help = try ToolResult(of: [command, "--help"], socket: path("s")).output
        #expect(help.contains("--socket") && !help.contains("--json"))
        #expect(try ToolResult(of: [command, "--json"], socket: path("s")).status == 64)
    }

    @Test(arguments: [
        (["display", "--brightness", "-1"], "--brightness is -1.0: it needs 0 to 100 percent"),
        (["ping", "-c", "-1"], "--count needs 1 or more"),
        (["ping", "-c0"], "--count needs 1 or more"),
        (["ping", "-i.0001"], "--interval needs 0.001 to 3600 seconds"),
        (["watch", "--rate", "-1"], "--rate needs 0.1 to 60"),
    ])
    func `a value that begins with a hyphen is read as one`(
        arguments: [String], reason: String
    ) throws {
        let result = try ToolResult(of: arguments, socket: path("s"))
        #expect(result.status == 64 && result.errors.contains(reason), "\(result.errors)")
    }

    @Test(arguments: [
        ["style", "ch1.pan", "--visible", "--no-visible"],
        ["style", "ch1.pan", "--disable-touch", "--enable-touch"],
        ["display", "--blank", "--no-blank"],
    ])
    func `a flag and its opposite are a usage error`(arguments: [String]) throws {
        let result = try ToolResult(of: arguments, socket: path("s"))
        #expect(result.status == 64 && result.errors.contains(arguments[arguments.count - 1]))
    }

    // MARK: Help

    @Test(arguments: [
        (["help", "nonsense"], "unknown command 'nonsense'"),
        (["help", "lst"], "unknown command 'lst'; did you mean 'list'?"),
        (["help", "scene", "stroe"], "unknown command 'stroe'; did you mean 'store'?"),
    ])
    func `help for an unknown command fails`(arguments: [String], reason: String) throws {
        let result = try ToolResult(of: arguments, socket: path("s"))
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(result.errors.contains(reason), "\(result.errors)")
    }

    @Test func `help for a known command succeeds`() throws {
        for arguments in [["help"], ["help", "list"], ["help", "scene", "store"]] {
            let result = try ToolResult(of: arguments, socket: path("s"))
            #expect(result.status == 0 && result.output.contains("USAGE: "))
        }
    }

    @Test func `without a touchscreen nothing can be recorded, and the exit status is 2`() throws {
        for command in ["record", "touches"] {
            let result = try tool(command, path("event0"))
            #expect(result.status == 2, "\(result.errors)")
        }
    }
}
