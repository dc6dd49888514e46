import Drawing
import Evdev
import Foundation
import Panel
import TestVectors
import Testing

@testable import glassfader

/// What `doctor` says of a machine, and what its report leaves out.
struct DoctorTests {
    @Test func `doctor prints one line for each check, and fails if something is wrong`() throws {
        let result = try ToolResult(
            of: ["doctor", "--panel", "/nonexistent.toml"], socket: "/no")
        #expect(result.status == 1)
        let first = try #require(result.lines.first)
        #expect(first.hasPrefix("wrong") && first.contains("/nonexistent.toml"))
        #expect(result.lines.contains { $0.contains("socket") && $0.contains("no panel at /no") })
        #expect(
            result.lines.allSatisfy {
                $0.hasPrefix("ok") || $0.hasPrefix("note") || $0.hasPrefix("wrong")
            })
        // The font is looked for without a panel file too.
        #expect(result.lines.contains { $0.contains(" fonts ") })
        let quiet = try ToolResult(
            of: [
                "doctor", "--quiet", "--panel",
                TestFiles.packageRoot.appending(path: "Config/mixer.toml").path,
            ],
            socket: "/no")
        #expect(quiet.lines.allSatisfy { !$0.hasPrefix("ok") })
    }

    @Test func `a report that cannot be written has its own status`() throws {
        let result = try ToolResult(
            of: ["doctor", "--report", "/nonexistent/report.txt"], socket: "/no")
        #expect(result.status == 2)
        #expect(result.errors.contains("/nonexistent/report.txt"))
    }

    @Test func `a report has no names of people, machines and networks`() {
        let names = PrivateNames([
            ("anna", "USER"), ("Desk7", "HOST"), ("Al", "USER"), ("lea.b-x", "USER"),
            ("studio.example.org", "HOST"), ("foh-desk", "HOST"),
        ])
        let lines = [
            ("Anna has logged in at desk7", "USER has logged in at HOST"),
            ("/home/anna/panel.toml:3:1: no", "/home/USER/panel.toml:3:1: no"),
            ("anna@desk7.local: hello", "USER@HOST: hello"),
            ("Hannah and all others stay", "Hannah and all others stay"),
            ("engine 192.168.1.20:10023: connected", "engine ADDRESS: connected"),
            ("engine mixer.example.org:9000 is away", "engine ADDRESS is away"),
            ("from fe80::1ff:fe23:4567:890a", "from ADDRESS"),
            ("at 00:1b:44:11:3a:b7", "at ADDRESS"),
            ("version 1.2.3.4 of a part", "version ADDRESS of a part"),
            ("foh-desk2 is not foh-desk.", "foh-desk2 is not HOST."),
            ("lea.b-x@studio.example.org:5", "ADDRESS"),
            ("lea.b-x at studio.example.org", "USER at HOST"),
            ("sent to 192.168.1.20.", "sent to ADDRESS."),
            ("bob@192.168.1.20, fe80::1%eth0", "ADDRESS, ADDRESS"),
            ("00-1b-44-11-3a-b7 enx001b44113ab7", "ADDRESS ADDRESS"),
            ("::ffff:192.168.1.20: refused", "ADDRESS: refused"),
            ("took 12:30:05 in panel.toml:12", "took 12:30:05 in panel.toml:12"),
        ]
        for (line, shown) in lines { #expect(names.hidden(in: line) == shown) }
    }

    @Test func `a report has the panel file without its texts`() {
        let lines = [
            (#"label = "Anna""#, #"label = "…""#),
            (
                #"{ id = "anna", type = "knob", label = 'Lead', min = -3 }"#,
                #"{ id = "nameA", type = "knob", label = '…', min = -3 }"#
            ),
            ("# Anna's desk", "#"),
            (#"color = "red" # hers"#, #"color = "red" #"#),
            (#"label = "Anna \"Bass\" Li", max = 3"#, #"label = "…", max = 3"#),
            (#"label = 'Anna\', max = 3"#, #"label = '…', max = 3"#),
            (#"label = "", min = 3"#, #"label = "…", min = 3"#),
            (##"notes = """Anna's "own" "##, ##"notes = """…"##), ("Siegfried # Sax", "…"),
            (##"Brunhilde""", max = 3"##, ##"…""", max = 3"##),
        ]
        let found = TextlessPanelFile(lines.map(\.0)).lines
        #expect(found == lines.map(\.1).filter { $0 != "#" })
    }

    @Test func `a report has nothing that is another on each machine, and no label`() {
        for (parameter, shown) in [
            ("bcm2708.serial=0x1234", "bcm2708.serial=…"), ("quiet", "quiet"),
            ("systemd.machine_id=8f", "systemd.machine_id=…"),
            ("root=PARTUUID=8f-02", "root=PARTUUID=…"), ("panic=-1", "panic=-1"),
        ] {
            #expect(PrivateNames.withoutNumber(parameter) == shown)
        }
        #expect(
            FaultReport.withoutLabel("the font a.otf lacks characters of '李娜 'L'': they show")
                == "the font a.otf lacks characters of '…': they show")
        #expect(FaultReport.withoutLabel("read 'a' again") == "read 'a' again")
    }

    @Test func `a touchscreen of another screen or seat is not that of the panel`() throws {
        let screen = ConnectedScreen(
            node: "/dev/dri/card0", driver: "x", connector: "DSI-1", width: 8, height: 4,
            millimetres: nil)
        var node = TouchscreenNode(path: "/dev/input/event1")
        (node.name, node.output, node.seat) = ("Glass", "DSI-2", "seat1")
        func isOfAnother(_ input: InputDescription, seat: String?) -> Bool {
            TouchCheck.isOfAnother(screen, node, input, seat: seat)
        }
        let file = PanelFile(
            text: "[[input.devices]]\nmatch = \"name:Glass\"\noutput = \"DSI-1\"\n[[pages]]\n"
                + "id = \"a\"\nstrips = []\n", name: "a")
        let assigned = try #require(file.panel).input
        #expect(isOfAnother(InputDescription(), seat: nil))
        #expect(!isOfAnother(assigned, seat: nil) && !isOfAnother(assigned, seat: "seat1"))
        #expect(isOfAnother(assigned, seat: "seat0"))
        node.output = nil
        #expect(!isOfAnother(InputDescription(), seat: nil))
    }

    @Test(arguments: [
        ("1280x800@60", ["1280x800", "1024x768"], nil),
        ("640x480", ["1920x1080", "1920x1080", "1280x720"], "it has 1920x1080, 1280x720"),
        ("640x480", [], nil),
    ])
    func `a mode that the screen does not have is wrong`(
        mode: String, modes: [String], problem: String?
    ) {
        let screen = ConnectedScreen(
            node: "/dev/dri/card0", driver: "x", connector: "DSI-1", width: 8, height: 4,
            modes: modes, millimetres: nil)
        var display = DisplayDescription()
        display.mode = DisplayMode(mode)
        let finding = ScreenCheck.problem(of: screen, display)
        #expect(finding?.verdict == (problem == nil ? nil : .wrong))
        #expect(finding?.text.contains(problem ?? "") ?? true, "\(finding?.text ?? "")")
    }

    @Test func `screens come in the order in which the daemon takes them`() {
        let names = ["HDMI-A-1", "DP-2", "eDP-1", "HDMI-B-1", "DSI-1", "Virtual-1"]
        let screens = names.map {
            ConnectedScreen(
                node: "/dev/dri/card0", driver: "x", connector: $0, width: 8, height: 4,
                millimetres: nil)
        }
        #expect(
            screens.sorted { $0.rank < $1.rank }.map(\.connector)
                == ["DSI-1", "eDP-1", "HDMI-A-1", "HDMI-B-1", "DP-2", "Virtual-1"])
    }

    @Test func `a driver name that was not read from the card is not compared`() {
        let display = PanelFile(
            text: "[display]\ndevice = \"driver:vc4\"\n[[pages]]\nid = \"a\"\nstrips = []\n",
            name: "a"
        ).panel?.display
        for (isSure, fits) in [(true, false), (false, true)] {
            let screen = ConnectedScreen(
                node: "/dev/dri/card0", driver: "vc4-drm", isDriverSure: isSure,
                connector: "DSI-1", width: 8, height: 4, millimetres: nil)
            #expect(ScreenCheck.fits(screen, display ?? DisplayDescription()) == fits)
        }
    }

    @Test func `a panel file is checked as its service reads it`() throws {
        let folder = try TestFiles.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/panel.toml"
        #expect(chmod(folder, 0o755) == 0)
        try Data(try TestFiles.text("Config/minimal.toml").utf8).write(to: URL(filePath: path))
        for (mode, verdict) in [(0o600, Finding.Verdict.wrong), (0o644, .good)] {
            #expect(chmod(path, mode_t(mode)) == 0)
            let account = DaemonUser(user: 65530, groups: [])
            let found = PanelFileCheck.examine(path, account, setup: "").findings
            #expect(found.first?.verdict == verdict && found.first?.subject == "panel file")
        }
    }

    @Test func `fonts, images and all folders of a panel file are open to its service`() throws {
        let folder = try TestFiles.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (path, inner) = (folder + "/in/panel.toml", folder + "/in")
        #expect(chmod(folder, 0o755) == 0 && mkdir(inner, 0o755) == 0 && chmod(inner, 0o755) == 0)
        let image = try Data(
            contentsOf: TestFiles.packageRoot.appending(path: "Config/gallery.png"))
        for name in ["a.png", "b.png"] { try image.write(to: URL(filePath: "\(inner)/\(name)")) }
        try Data(
            """
            [display]
            splash = "b.png"
            [[pages]]
            id = "a"
            strips = [{ id = "s", controls = [{ id = "i", type = "image", file = "a.png" }] }]
            """.utf8
        ).write(to: URL(filePath: path))
        func wrong(closing closed: String? = nil) -> [Finding] {
            for name in ["panel.toml", "a.png", "b.png"] {
                #expect(chmod("\(inner)/\(name)", name == closed ? 0o600 : 0o644) == 0)
            }
            let account = DaemonUser(user: 65530, groups: [])
            return PanelFileCheck.examine(path, account, setup: "").findings
                .filter { $0.verdict == .wrong && $0.subject != "fonts" }
        }
        #expect(wrong().isEmpty)
        for name in ["a.png", "b.png"] {
            let found = wrong(closing: name)
            #expect(found.map(\.subject) == ["images"])
            #expect(found.first?.text.contains("may not read \(inner)/\(name)") == true)
        }
        let files = wrong(closing: "panel.toml")
        #expect(files.map(\.subject) == ["panel file"])
        #expect(chmod(inner, 0o700) == 0)
        let found = wrong()
        #expect(found.map(\.subject) == ["panel file", "images", "images"])
        #expect(found.allSatisfy { $0.text.contains("may not enter") })
    }

    @Test func `a file of a user is hidden from the service`() {
        let account = DaemonUser(user: 65530, groups: [])
        func problem(_ properties: String) -> String? {
            let service = SystemdUnit("x.service", properties: properties)
            return account.problem(reading: "/home/.", service)
        }
        #expect(problem("ProtectHome=yes\n")?.contains("has no /home") == true)
        #expect(problem("ProtectHome=no\n")?.contains("sandbox") != true)
        #expect(problem("LoadState=not-found\n")?.contains("sandbox") != true)
    }

    @Test func `the state of a unit is what systemctl shows`() {
        let unit = SystemdUnit(
            "x.service",
            properties: """
                LoadState=loaded
                ActiveState=failed
                UnitFileState=enabled
                StatusText=a=b
                Result=exit-code
                ExecMainStatus=78
                StateDirectory=glassfader other
                """)
        #expect(unit.isInstalled && unit.isFailed && unit.isEnabled && !unit.isActive)
        #expect(unit.status == "a=b" && unit.result == "exit-code" && unit.exitStatus == 78)
        #expect(unit.stateFolder == "/var/lib/glassfader")
        for (state, isStopped) in [
            ("active", false), ("activating", false), ("inactive", true), ("failed", true),
        ] {
            let sockets = "TriggeredBy=a-monitor.socket a.socket\nActiveState=\(state)\n"
            let unit = SystemdUnit("a", properties: sockets)
            #expect(unit.isStopped == isStopped)
            #expect(unit.triggers == ["a-monitor.socket", "a.socket"])
        }
    }

    @Test func `a service that ends again and again is not called stopped`() {
        func text(_ properties: String) -> String {
            let unit = SystemdUnit(
                "x.service", properties: "LoadState=loaded\nResult=exit-code\n" + properties)
            let finding = UnitCheck.state(of: unit)
            #expect(finding.verdict == .wrong)
            return finding.text
        }
        let restarting = text(
            "ActiveState=activating\nSubState=auto-restart\nNRestarts=4\nExecMainStatus=70\n")
        #expect(
            restarting
                == "x.service has ended (exit-code, exit status 70) and was started again 4 times; "
                + "journalctl -u x.service says why")
        let starting = text("ActiveState=activating\nSubState=start\nNRestarts=0\n")
        #expect(starting.hasPrefix("x.service is activating"))
    }

    @Test func `of several panels, each has its own file and socket`() {
        let only = Doctor(unit: "glassfaderd.service")
        #expect(only.file == "/etc/glassfader/panel.toml" && only.socket == nil)
        for unit in ["glassfaderd@left.service", "glassfaderd@left"] {
            let left = Doctor(unit: unit)
            #expect(left.file == "/etc/glassfader/left.toml")
            #expect(left.socket == "/run/glassfader/left.sock")
        }
        let other = Doctor(unit: "glassfaderd@left.service", file: "a.toml", socket: "/b")
        #expect(other.file == "a.toml" && other.socket == "/b")
    }

    @Test func `of several panels, each is started and set up by its own name`() throws {
        let left = Doctor(unit: "glassfaderd@left.service")
        #expect(left.setupCommand == "sudo glassfader setup --unit glassfaderd@left.service")
        #expect(Doctor(unit: Doctor.defaultUnit).setupCommand == "sudo glassfader setup")
        let result = try ToolResult(
            of: ["doctor", "--unit", "glassfaderd@left", "--panel", "/none.toml"], socket: "/no")
        #expect(result.output.contains("sudo glassfader setup --unit glassfaderd@left"))
        #expect(result.output.contains("sudo systemctl start glassfaderd@left"))
    }

    @Test func `only the daemon of the service itself may have the card`() {
        let service = SystemdUnit(Doctor.defaultUnit, properties: "MainPID=7\n")
        func holder(
            _ programs: [(name: String, processID: Int32)], besides service: SystemdUnit?
        ) -> Int32? {
            ScreenCheck.other(of: programs, besides: service)?.processID
        }
        let expected: [(name: String, processID: Int32)] = [
            ("systemd", 1), ("systemd-logind", 3), ("glassfaderd", 7),
        ]
        #expect(holder(expected, besides: service) == nil)
        #expect(holder(expected + [("glassfaderd", 8)], besides: service) == 8)
        #expect(holder(expected + [("Xorg", 9)], besides: service) == 9)
        let stopped = SystemdUnit(Doctor.defaultUnit, properties: "MainPID=0\n")
        #expect(holder(expected, besides: stopped) == 7)
        #expect(holder(expected, besides: nil) == nil)
    }

    @Test func `a program whose files are hidden is not taken for one that has none`() {
        #expect(ProcessDescriptors.areReadable(of: getpid()))
        #expect(ProcessDescriptors.areReadable(of: 1 << 30))
        let finding = ScreenCheck.holder(of: "/dev/null/no", besides: nil)
        #expect(finding.verdict == (ProcessDescriptors.areReadable ? .good : .note))
    }

    @Test func `a bridge to JACK or PipeWire is a service of its user`() {
        for (name, system, hasService, runs, isOfUser) in [
            ("pipewire", nil, false, false, true), ("alsa", nil, false, true, false),
            ("midi", "jack", false, false, true), ("midi", "alsa", false, true, false),
            ("midi", nil, false, true, true), ("midi", "auto", true, true, false),
            ("midi", nil, false, false, false),
        ] as [(String, String?, Bool, Bool, Bool)] {
            #expect(
                BridgeCheck.isOfUser(name, system: system, hasService: hasService) { runs }
                    == isOfUser, "\(name) \(system ?? "")")
        }
    }

    @Test func `a bridge of a user is looked for`() {
        func finding(runs: Bool, isInstalled: Bool) -> Finding {
            BridgeCheck.ofUser("pipewire", runs: runs, isInstalled: isInstalled)
        }
        #expect(finding(runs: true, isInstalled: true).verdict == .good)
        let stopped = finding(runs: false, isInstalled: true)
        #expect(stopped.verdict == .wrong)
        #expect(stopped.text.hasSuffix("systemctl --user enable --now glassfader-pipewire"))
        let missing = finding(runs: false, isInstalled: false)
        #expect(missing.verdict == .wrong && missing.text.contains("package glassfader-bridges"))
    }

    @Test func `a bridge of one's own is no error`() throws {
        let file = PanelFile(
            text: "[bridges.rawmidi]\n[[pages]]\nid = \"a\"\nstrips = []\n", name: "a")
        let findings = BridgeCheck.examine(try #require(file.panel))
        #expect(findings.map(\.verdict) == [.note])
        #expect(findings[0].text.contains("[bridges.rawmidi] is for a bridge that is not one of"))
    }

    @Test func `the size of a screen is in its EDID`() {
        var edid = [UInt8](repeating: 0, count: 128)
        #expect(ConnectedScreen.millimetres(edid) == nil)
        (edid[21], edid[22]) = (16, 9)
        #expect(ConnectedScreen.millimetres(edid) == Size(width: 160, height: 90))
        // A detailed timing says it exactly: 154 and 86, 0x09a and 0x056.
        (edid[54], edid[66], edid[67], edid[68]) = (1, 0x9a, 0x56, 0x00)
        #expect(ConnectedScreen.millimetres(edid) == Size(width: 154, height: 86))
        #expect(ConnectedScreen.millimetres([]) == nil)
    }

    @Test func `the report names the effect of a calibration and its source`() {
        for (panelFile, udev, matrix, words) in [
            (
                [-1, 0, 1, 0, 1, 0], "0 1 0 1 0 0", [-1, 0, 1, 0, 1, 0], ["mirrored", "panel file"]
            ),
            ([1, 0, 0, 0, 1, 0], "0 1 0 1 0 0", [0, 1, 0, 1, 0, 0], ["swapped axes", "udev"]),
            (nil, "1 0 0 0 1 0 0 0 1", [1, 0, 0, 0, 1, 0], ["none;", "glassfader setup"]),
            (nil, nil, [1, 0, 0, 0, 1, 0], ["none;", "glassfader setup"]),
        ] as [([Double]?, String?, [Double], [String])] {
            let found = TouchCheck.calibration(
                of: "/dev/x", panelFile: panelFile, udev: udev, setup: "glassfader setup")
            #expect(found.matrix == matrix)
            #expect(found.finding.verdict == .good && found.finding.subject == "calibration")
            #expect(words.allSatisfy(found.finding.text.contains), "\(found.finding.text)")
        }
    }

    @Test(arguments: [
        ("1 0 nan 0 1 0", "finite"), ("1 0 0 0", "expected six"), ("a b c d e f", "expected six"),
        ("0 0 0 0 0 0", "no inverse"), ("1 0 5 0 1 0", "outside the screen"),
    ])
    func `a calibration of udev that glassfaderd ignores is reported`(
        udev: String, reason: String
    ) {
        let found = TouchCheck.calibration(
            of: "/dev/x", panelFile: nil, udev: udev, setup: "glassfader setup")
        #expect(found.matrix == [1, 0, 0, 0, 1, 0])
        #expect(found.finding.verdict == .wrong && found.finding.text.contains(reason))
        #expect(found.finding.text.contains("LIBINPUT_CALIBRATION_MATRIX \"\(udev)\""))
    }

    @Test func `hints for one of several panels name its unit`() {
        let setup = Doctor(unit: "glassfaderd@left.service").setupCommand
        let calibration = TouchCheck.calibration(
            of: "/dev/x", panelFile: nil, udev: nil, setup: setup)
        let card = ScreenCheck.withoutCard(framebuffer: "/dev/fb0", setup: setup)
        let upright = ConnectedScreen(
            node: "/dev/x", driver: "x", connector: "A", width: 480, height: 800, millimetres: nil,
            mounting: 0)
        let axes = TouchCheck.swap(
            "/dev/x", Size(width: 160, height: 90), [1, 0, 0, 0, 1, 0], upright, setup)
        for text in [calibration.finding.text, card.text, axes?.text ?? ""] {
            #expect(text.contains("sudo glassfader setup --unit glassfaderd@left.service "))
        }
    }

    @Test func `a framebuffer needs a drop-in of the service`() throws {
        func finding(_ properties: String) -> Finding? {
            ScreenCheck.dropIn(
                for: "/dev/fb0", SystemdUnit("glassfaderd.service", properties: properties))
        }
        let folder = "/etc/systemd/system/glassfaderd.service.d"
        let missing = try #require(finding("LoadState=loaded\nDropInPaths=\(folder)/x.conf\n"))
        #expect(missing.verdict == .wrong && missing.text.contains("framebuffer.conf"))
        #expect(
            finding("LoadState=loaded\nDropInPaths=\(folder)/framebuffer.conf /b.conf\n") == nil)
        #expect(finding("LoadState=not-found\n") == nil)
    }

    @Test func `brightness needs a drop-in of the service`() {
        func finding(_ paths: String, protects: Bool = true) -> Finding {
            let properties =
                "LoadState=loaded\nReadWritePaths=\(paths)\n"
                + "ProtectKernelTunables=\(protects ? "yes" : "no")\n"
            return ScreenCheck.brightness(
                "/sys/class/backlight/panel", isPermitted: true,
                SystemdUnit("glassfaderd.service", properties: properties))
        }
        #expect(finding("").verdict == .note && finding("").text.contains("backlight.conf"))
        #expect(finding("-/sys/class/backlight/other").verdict == .note)
        #expect(finding("/var/x -/sys/class/backlight/panel").verdict == .good)
        #expect(finding("", protects: false).verdict == .good)
        let service = SystemdUnit("glassfaderd.service", properties: "LoadState=not-found\n")
        #expect(
            ScreenCheck.brightness("/sys/x", isPermitted: true, service)
                == .good("backlight", "/sys/x"))
        #expect(
            ScreenCheck.brightness("/sys/x", isPermitted: false, nil).text
                .contains("72-glassfader.rules"))
    }

    @Test func `the framebuffers are what the kernel lists`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, files) in [
            ("fb0", ["name": "simple", "virtual_size": "800,960", "modes": "U:800x480p-60\n"]),
            ("fb1", ["name": "ili9486", "virtual_size": "480,320\n"]), ("fbcon", ["name": "no"]),
        ] {
            let place = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: place, withIntermediateDirectories: true)
            for (file, text) in files {
                try text.write(to: place.appending(path: file), atomically: false, encoding: .utf8)
            }
        }
        let found = ConnectedScreen.framebuffers(in: folder.path)
        #expect(
            found.map(\.description) == [
                "/dev/fb0 (simple), 800x480", "/dev/fb1 (ili9486), 480x320",
            ])
        #expect(found.map(\.device) == ["fb:/dev/fb0", "fb:/dev/fb1"])
        let display = PanelFile(
            text: "[display]\ndevice = \"fb:/dev/fb1\"\n[[pages]]\nid = \"a\"\nstrips = []\n",
            name: "a"
        ).panel?.display
        #expect(
            found.filter { ScreenCheck.fits($0, display ?? DisplayDescription()) } == [found[1]])
    }

    @Test func `another program's output and status are collected, and its time is limited`() {
        let result = OtherProgram.run(["sh", "-c", "echo out; echo error >&2; exit 3"])
        #expect(result == OtherProgram.Result(status: 3, output: "out\n", errors: "error\n"))
        #expect(OtherProgram.run(["sh", "-c", "kill -9 $$"])?.status == 137)
        #expect(OtherProgram.run(["no-such-program"]) == nil)
        #expect(OtherProgram.run(["sleep", "100"], within: .milliseconds(50)) == nil)
        let long = OtherProgram.run(["sh", "-c", "head -c 3000000 /dev/zero"])
        #expect(long?.output.utf8.count == OtherProgram.largestOutput)
    }

    @Test func `a signal that is held ends another program first`() {
        let signals = HeldSignals()
        #expect(!signals.haveCome)
        raise(SIGTERM)
        #expect(signals.haveCome)
        let result = OtherProgram.run(["sleep", "100"], interruptedBy: signals)
        #expect(result?.status == 128 + SIGTERM)
        // Takes it, so that it does not end the tests.
        var taken = sigset_t()
        sigemptyset(&taken)
        sigaddset(&taken, SIGTERM)
        var number: Int32 = 0
        #expect(sigwait(&taken, &number) == 0 && number == SIGTERM && !signals.haveCome)
        signals.release()
    }
}
