import Foundation
import PanelProtocol
import Testing

/// What one asks of a panel at a shell.
struct CommandTests {
    private let panel: ServedPanel

    init() throws {
        panel = try ServedPanel()
    }

    // MARK: Values

    @Test(arguments: [
        (["set", "ch1.level", "-6dB"], "-6.0"),
        (["set", "ch1.level", "+1.5"], "-8.5"),
        (["set", "ch1.level", "--by", "-1.5dB"], "-11.5"),
        (["set", "ch1.level", "-inf"], "-90.0"),
        (["set", "ch1.level", "50%"], "-10.0"),
        (["set", "ch1.level", "-6.04"], "-6.0"),
        (["set", "ch1.pan", "-30%"], "-30.0"),
        (["set", "ch1.mute", "on"], "1.0"),
        (["set", "ch1.mode", "gate"], "gate"),
        (["set", "ch1.gate", "low=-50", "high=-20"], "low=-50.0,high=-20.0"),
        (["set", "ch1.ratio", "--norm", "1"], "1.0"),
    ])
    func `set prints the value that the control accepted`(arguments: [String], value: String) throws
    {
        let result = try ToolResult(of: arguments, socket: panel.socket)
        #expect(result.output == value + "\n")
        #expect(result.status == 0 && result.errors.isEmpty)
        if !arguments.contains("--norm") {
            #expect(try panel.value(of: arguments[1]) == value)
        }
    }

    @Test func `a picture cannot be printed as lines`() throws {
        let result = try panel.tool("screenshot", "--json")
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(result.errors.contains("Unknown option '--json'"))
    }

    @Test(arguments: [
        (["set", "ch1.level", "3Hz"], "ch1.level is in dB, not in Hz"),
        (["set", "ch1.mode", "loud"], "ch1.mode: expected one of off, gate, comp"),
        (["set", "ch1.gate", "-48"], "ch1.gate: it takes two values, such as low=-48 high=-24"),
        (["set", "ch1.levle", "-6"], "no control 'ch1.levle'; did you mean ch1.level"),
        (["set", "foo*", "-6"], "no control that can be set matches foo*"),
        (["set", "ch1.value", "3"], "ch1.value cannot be set: it is a label"),
        (["get", "ch1.levle"], "no control 'ch1.levle'; did you mean ch1.level"),
        (["list", "foo*"], "no control matches foo*"),
        (["watch", "foo*"], "no control matches foo*"),
        (["page", "foo"], "no page 'foo'"), (["unlink", "foo"], "no link 'foo'"),
        (["scene", "recall", "foo"], "no scene 'foo'"),
        (["style", "ch1.pan", "--color", "nocolor"], "color"),
    ])
    func `an impossible request prints the reason and exits with status 1`(
        arguments: [String], message: String
    ) throws {
        let result = try ToolResult(of: arguments, socket: panel.socket)
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("glassfader: "))
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test(arguments: [
        ["list"], ["get", "a"], ["set", "a", "1"], ["watch"], ["meters", "a=-1"], ["page"],
        ["plot", "a=1"],
        ["lock"], ["unlock"], ["undo"], ["redo"], ["scene", "list"], ["screenshot"], ["clients"],
        ["reload"],
        ["ping"], ["version"], ["link", "a", "b", "c"], ["unlink", "a"], ["display"],
        ["style", "a", "--label", "b"], ["spill"],
    ])
    func `without a panel the exit status is 2`(arguments: [String]) throws {
        let result = try ToolResult(of: arguments, socket: "/nonexistent/s")
        #expect(result.status == 2)
        #expect(result.errors.contains("no panel at /nonexistent/s: start glassfaderd"))
    }

    @Test func `an empty GLASSFADER_SOCKET counts as unset`() throws {
        let result = try ToolResult(of: ["list"], socket: "")
        #expect(!result.errors.contains("the path must have"), "\(result.errors)")
    }

    @Test func `several controls are set all at once or not at all`() throws {
        let result = try panel.tool(
            "set", "ch1.level", "-20", "ch1.gate", "low=-50", "ch2.mute", "on", "ch?.pan", "+10")
        #expect(result.status == 0)
        #expect(
            result.lines.prefix(3) == [
                "ch1.level  -20.0", "ch1.gate   low=-50.0,high=-24.0", "ch2.mute   1.0",
            ])
        #expect(result.lines.count == 11)
        #expect(try panel.value(of: "ch8.pan") == "10.0")
        let other = try panel.tool("set", "ch1.level", "-30", "ch1.mode", "loud")
        #expect(other.status == 1)
        #expect(try panel.value(of: "ch1.level") == "-20.0")
    }

    @Test func `a fade reaches its target`() throws {
        let result = try panel.tool("set", "ch1.level", "-40", "--over", "50ms")
        #expect(result.output == "-40.0\n", "the value at its end")
        while try panel.value(of: "ch1.level") != "-40.0" {}
    }

    @Test func `list prints strips with their controls, names only, or all details`() throws {
        try panel.tool("style", "ch2.pan", "--label", "音\u{1b}[2J")
        let table = try panel.tool("list", "ch1.level", "ch2.pan")
        #expect(
            table.lines == [
                "CONTROL      TYPE    VALUE     LABEL        PAGE",
                "ch1          strip             Vox          main, dyn",
                "  ch1.level  slider  -10.0 dB  Vox          main",
                "ch2          strip             Ch 2         main, dyn",
                "  ch2.pan    knob    C         音\\u{1b}[2J  main",
            ])
        try panel.tool("style", "ch3", "--color", "#ff8800", "--no-visible")
        let strip = try panel.tool("list", "ch3").lines
        #expect(strip[1].hasPrefix("ch3 ") && strip[1].contains("  #ff8800, hidden  "))
        #expect(strip.count > 4 && strip.dropFirst(2).allSatisfy { $0.hasPrefix("  ch3.") })
        #expect(try panel.tool("list", "--names", "ch?.mute").lines.count == 8)
        let json = try panel.tool("list", "--json", "ch1.level")
        #expect(json.lines.count == 1)
        let reply = try JSON.object(parsing: Array(json.bytes)[...])["ok"]?.object
        #expect(reply?["controls"]?.array?.count == 1)
        #expect(try panel.tool("get", "ch1.level", "--text").output == "-10.0 dB\n")
    }

    // MARK: The panel

    @Test func `pages are listed and shown`() throws {
        #expect(try panel.tool("page").output == "*  main  Mix\n   dyn   Dyn\n")
        #expect(try panel.tool("page", "dyn").output == "dyn\n")
        #expect(try panel.tool("page").output == "   main  Mix\n*  dyn   Dyn\n")
        let json = try panel.tool("page", "--json")
        #expect(try JSON.object(parsing: Array(json.bytes)[...])["page"]?.string == "dyn")
    }

    @Test func `a locked panel rejects changes, except for the listed controls`() throws {
        #expect(
            try panel.tool("lock", "--clients", "--except", "ch1.*", "ch2.level").output
                == "locked, also for clients, except ch1.*, ch2.level\n")
        #expect(try panel.tool("set", "ch1.pan", "1").status == 0)
        #expect(try panel.tool("set", "ch2.level", "1").status == 0)
        let rejected = try panel.tool("set", "ch3.level", "1")
        #expect(rejected.status == 1)
        #expect(rejected.errors == "glassfader: the panel is locked, including ch3.level\n")
        #expect(try panel.tool("unlock").output == "unlocked\n")
        #expect(try panel.tool("set", "ch3.level", "1").status == 0)
    }

    @Test func `scenes are stored, recalled, listed and deleted`() throws {
        #expect(
            try panel.tool("scene", "store", "verse", "ch1.*").output
                == "stored 'verse': 7 controls\n")
        try panel.tool("set", "ch1.level", "-50", "ch1.pan", "30")
        #expect(
            try panel.tool("scene", "recall", "verse", "--safe", "*.pan").output
                == "recalled 'verse': 6 controls\n")
        #expect(try panel.value(of: "ch1.level") == "-10.0")
        #expect(try panel.value(of: "ch1.pan") == "30.0")
        try panel.tool("set", "ch1.level", "-50")
        #expect(
            try panel.tool("scene", "recall", "verse", "ch1.pan").output
                == "recalled 'verse': 1 control\n")
        #expect(try panel.value(of: "ch1.level") == "-50.0")
        #expect(try panel.value(of: "ch1.pan") == "0.0")
        #expect(try panel.tool("scene", "list").output == "verse  7 controls  stored\n")
        #expect(try panel.tool("scene", "delete", "verse").status == 0)
        #expect(try panel.tool("scene", "list").output.isEmpty)
    }

    @Test func `the last change is undone and redone`() throws {
        try panel.tool("set", "ch1.level", "-50", "ch1.pan", "30")
        #expect(try panel.tool("undo").output == "undone: 2 controls\n")
        #expect(try panel.value(of: "ch1.level") == "-10.0")
        #expect(try panel.tool("redo").output == "redone: 2 controls\n")
        #expect(try panel.value(of: "ch1.level") == "-50.0")
        let nothing = try panel.tool("redo")
        #expect(nothing.status == 1)
        #expect(nothing.errors == "glassfader: there is nothing to redo\n")
    }

    @Test func `links last until they are removed`() throws {
        #expect(try panel.tool("link", "pair", "ch1.level", "ch2.level", "--value").status == 0)
        try panel.tool("set", "ch1.level", "-12")
        #expect(try panel.value(of: "ch2.level") == "-2.0")
        #expect(try panel.tool("unlink", "pair").status == 0)
        try panel.tool("set", "ch1.level", "-20")
        #expect(try panel.value(of: "ch2.level") == "-2.0")
    }

    @Test func `a VCA moves what its members have in effect, and not their values`() throws {
        #expect(try panel.tool("link", "--vca", "drums", "ch1.level", "ch2.level").status == 0)
        let before = try panel.value(of: "ch2.level")
        try panel.tool("set", "ch1.level", "-6")
        #expect(try panel.value(of: "ch2.level") == before)
        let effective = try panel.tool("get", "ch2.level", "--effective").output
        #expect(Double(effective.dropLast()) == Double(before).map { $0 - 6 })
        #expect(try panel.tool("get", "ch1.level", "--effective").output == "-6.0\n")
        #expect(try panel.tool("spill", "ch1").output == "spilled ch1\n")
        #expect(try panel.tool("spill", "ch1", "--toggle").output == "all strips are shown\n")
        #expect(try panel.tool("spill", "ch5").status == 1)
        #expect(try panel.tool("spill", "--toggle").status != 0)
        #expect(try panel.tool("unlink", "drums").status == 0)
        #expect(try panel.tool("get", "ch2.level", "--effective").output == before + "\n")
        #expect(try panel.tool("link", "--vca", "--value", "x", "ch1.level", "a").status != 0)
    }

    @Test func `a gang is made with its keys`() throws {
        let made = try panel.tool(
            "link", "--gang", "--select", "mute", "together", "ch1.level", "ch2.level")
        #expect(made.status == 0)
        #expect(
            try panel.tool("list", "ch1.level", "--json").output.contains(#""gang":"together""#))
        #expect(try panel.tool("unlink", "together").status == 0)
        let all = try panel.tool("link", "all", "ch2.level", "ch?.level")
        #expect(all.output.hasPrefix("linked 'all': ch2.level, ch1.level"), "\(all)")
        #expect(try panel.tool("unlink", "all").status == 0)
        let none = try panel.tool("link", "all", "ch1.level", "x*.level")
        #expect(none.status == 1)
        #expect(none.errors.contains("no control with a value matches x*.level"))
        #expect(try panel.tool("link", "--gang", "x", "ch1.level", "ch2.level").status == 1)
        #expect(try panel.tool("link", "--select", "mute", "x", "ch1.level", "b").status != 0)
    }

    @Test func `get prints several values with their names`() throws {
        #expect(
            try panel.tool("get", "ch1.level", "ch2.pan", "--text").lines == [
                "ch1.level  -10.0 dB", "ch2.pan    C",
            ])
        #expect(try panel.tool("get", "ch?.mute").lines.count == 8)
        #expect(try panel.tool("get", "ch1.l*").output == "ch1.level  -10.0\n")
        // The name of a strip stands for its controls.
        let strip = try panel.tool("get", "ch1").lines
        #expect(strip == (try panel.tool("get", "ch1.*").lines))
        #expect(strip.contains("ch1.level  -10.0"))
        #expect(try panel.tool("get", "ch1", "ch2.pan").lines.count == strip.count + 1)
        #expect(try panel.tool("get", "cuckoo").status != 0)
        #expect(try panel.tool("get", "--norm", "ch1.l*").output.hasPrefix("ch1.level  0."))
        #expect(try panel.tool("get", "x*").errors == "glassfader: no control matches x*\n")
        let wrong = try panel.tool("get", "ch1.level", "ch1.levle")
        #expect(wrong.status == 1 && wrong.errors.contains("did you mean ch1.level"))
    }

    @Test func `what the panel shows can be typed back`() throws {
        for text in ["L30", "R12", "C"] {
            try panel.tool("set", "ch2.pan", text)
            #expect(try panel.tool("get", "ch2.pan", "--text").output == text + "\n")
        }
        for text in ["-∞ dB", "-6.0 dB", "+3.0 dB"] {
            let value = text == "+3.0 dB" ? "3.0 dB" : text
            try panel.tool("set", "ch2.level", value)
            #expect(try panel.tool("get", "ch2.level", "--text").output.contains(value))
        }
        #expect(try panel.tool("set", "ch2.level", "L30").status == 1)
    }

    @Test func `a style is set and reset`() throws {
        #expect(
            try panel.tool("style", "ch1.pan", "--label", "Left", "--disable-touch").output
                .hasSuffix("'Left', fingers cannot move it\n"))
        #expect(
            try panel.tool("style", "ch1.pan", "--label", "", "--enable-touch").output
                .hasSuffix("'Pan'\n"))
        #expect(try panel.tool("style", "ch1.pan").status == 64)
        #expect(try panel.tool("style", "ch1", "--label", "-6").output.hasSuffix("'-6'\n"))
    }

    @Test func `the name of a strip is explained where a control is expected`() throws {
        #expect(
            try panel.tool("watch", "ch1").errors == "glassfader: ch1 is a strip: use 'ch1.*'\n")
        for call in [["lock", "--except", "ch1"], ["set", "ch1", "-6"]] {
            let result = try ToolResult(of: call, socket: panel.socket)
            #expect(result.status == 1)
            #expect(
                result.errors
                    == "glassfader: no control 'ch1': it is a strip, whose controls are 'ch1.*'\n")
        }
    }

    @Test func `a value with a comma, and a number for a key, are explained`() throws {
        #expect(
            try panel.tool("set", "ch1.level", "0,5").errors
                == "glassfader: ch1.level: '0,5' is not a number: use a point: 0.5\n")
        for word in ["2", "loud"] {
            #expect(
                try panel.tool("set", "ch1.mute", word).errors
                    == "glassfader: ch1.mute: '\(word)' is not a value: it takes on, off or toggle\n"
            )
        }
    }

    @Test func `strips are renamed, coloured, hidden and reset by name or pattern`() throws {
        #expect(
            try panel.tool("style", "ch1", "--label", "Kick", "--color", "#ff8800").output
                == "ch1: #ff8800 'Kick'\n")
        #expect(
            try panel.tool("style", "ch[2]", "--no-visible").errors
                == "glassfader: no strip 'ch[2]'\n")
        #expect(
            try panel.tool("style", "ch?", "--no-visible").lines.suffix(2) == [
                "ch7: 'Ch 7', hidden", "ch8: 'Ch 8', hidden",
            ])
        #expect(try panel.tool("style", "ch?.mute", "--label", "Off").lines.count == 8)
        #expect(try panel.tool("style", "x*", "--reset").status == 1)
        let touch = try panel.tool("style", "ch1", "--disable-touch")
        #expect(touch.status == 1 && touch.errors.contains("only controls are enabled"))
        #expect(try panel.tool("style", "*", "--reset").lines.first == "ch1: 'Vox'")
        #expect(try panel.tool("style", "*.mute", "--reset").lines.first?.hasSuffix("'M'") == true)
    }

    @Test func `the tool prints the display status and blanks the display`() throws {
        let lines = [
            "lit, no brightness to be set", "showing on memory, 800x480", "no touchscreen",
        ]
        #expect(try panel.tool("display").lines == lines)
        #expect(try panel.tool("display", "--blank").output.hasPrefix("dark"))
        #expect(try panel.tool("display", "--no-blank").output.hasPrefix("lit"))
    }

    @Test func `a screenshot is saved whole or sent to a pipe, but not to a terminal`() throws {
        let file = panel.folder.appending(path: "picture.png")
        let result = try panel.tool("screenshot", file.path)
        #expect(result.status == 0)
        #expect(result.errors.contains("800x480 pixels"))
        let picture = try Data(contentsOf: file)
        #expect(picture.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        #expect(picture.count > 10_000)
        #expect(try panel.tool("screenshot", "-").bytes == picture)
        let names = try FileManager.default.contentsOfDirectory(atPath: panel.folder.path)
        #expect(names.filter { $0.hasPrefix("picture") } == ["picture.png"])
        #expect(try panel.tool("screenshot", "/dev/null").status == 0)
        let nowhere = try panel.tool("screenshot", "/nonexistent/picture.png")
        #expect(nowhere.status == 2)
        #expect(nowhere.errors.contains("cannot write /nonexistent/picture.png: No such file"))
        let terminal = try ToolTerminal(["screenshot"], socket: panel.socket)
        #expect(try terminal.status() == 64)
        #expect(terminal.screen.text.contains("which is a terminal"))
    }

    // MARK: The daemon

    @Test func `the connected clients are printed`() throws {
        let table = try panel.tool("clients").lines
        #expect(table.count == 2)
        #expect(table[0].hasPrefix("CLIENT  NAME"))
        #expect(table[1].contains("glassfader (this one)"))
        #expect(
            try panel.tool("clients", "--json").output.hasPrefix(#"{"id":2,"ok":{"clients":[{"#))
    }

    @Test func `a panel file is reloaded, and an invalid one changes nothing`() throws {
        let text = try String(contentsOf: panel.panelFile, encoding: .utf8)
        try text.replacing("count = 8", with: "count = 9").write(
            to: panel.panelFile, atomically: false, encoding: .utf8)
        // The daemon watches its file, and may have been quicker.
        #expect(try panel.tool("reload").output.contains("reloaded; generation "))
        #expect(try panel.value(of: "ch9.level") == "0.0")
        try (text + "\nnonsense = [").write(to: panel.panelFile, atomically: false, encoding: .utf8)
        let broken = try panel.tool("reload")
        #expect(broken.status == 1)
        #expect(broken.errors.contains("panel.toml:"), "\(broken.errors)")
        try text.replacing("\"slider\"", with: "\"slidr\"").replacing(
            "\"segmented\"", with: "\"segmentd\""
        ).write(to: panel.panelFile, atomically: false, encoding: .utf8)
        let wrong = try panel.tool("reload")
        #expect(wrong.status == 1 && wrong.errors.split(separator: "\n").count > 1)
        #expect(
            wrong.errors.split(separator: "\n").allSatisfy {
                $0.hasPrefix("glassfader: \(panel.panelFile.path):")
            }, "\(wrong.errors)")
        #expect(try panel.value(of: "ch9.level") == "0.0")
    }

    @Test func `ping measures the time of replies`() throws {
        let lines = try panel.tool("ping", "--count", "3", "--interval", "0.001").lines
        #expect(lines.count == 6)
        #expect(lines[0] == "PING panel 'foh', glassfaderd \(Version.current)")
        #expect(lines[3].hasPrefix("answer 3: time 0.") || lines[3].hasPrefix("answer 3: time "))
        #expect(lines[4].hasPrefix("3 answers in "))
        #expect(lines[5].hasPrefix("min/avg/max/mdev = "))
    }

    @Test func `both versions are printed`() throws {
        #expect(
            try panel.tool("version").output
                == "glassfader \(Version.current)\nglassfaderd \(Version.current), protocol 1, panel 'foh'\n"
        )
    }

    // MARK: Meters

    @Test func `levels on standard input are shown line by line, and invalid ones reported`() throws
    {
        let input = """
            ch1.level=-18.2,-17.9 ch2.level=-31
            {"ch1.level":[-3]}

            ch1.level
            ch1.pan=-3
            ch1.level=-20
            """
        let result = try panel.tool("meters", input: input + "\n")
        #expect(result.status == 1)
        #expect(
            result.errors == """
                glassfader: line 4: 'ch1.level' has no levels, such as ch1.meter=-18.2,-17.9
                glassfader: line 5: ch1.pan has no meter

                """)
        #expect(try panel.tool("meters", "-", input: "ch1.level=-3\n").status == 0)
        #expect(try panel.tool("meters", "ch1.pan=-3").status == 1)
    }

    @Test func `points for what is no plot, and lines without points, are reported`() throws {
        let result = try panel.tool("plot", input: "ch1.pan=1,2\nscope\n{\"no.scope\":[1]}\n")
        #expect(result.status == 1)
        #expect(result.errors.contains("glassfader: line 1: ch1.pan is no plot\n"))
        #expect(
            result.errors.contains(
                "glassfader: line 2: 'scope' has no points, such as in.spectrum=-60,-22.5,-40\n"))
        #expect(result.errors.contains("glassfader: line 3: no control 'no.scope'"))
        #expect(try panel.tool("plot", "ch1.pan=1").status == 1)
    }
}
