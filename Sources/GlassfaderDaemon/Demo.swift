import Files
import Glibc

/// The demo: plays a recording on the example panel, on a memory display. It needs no hardware.
struct Demo {
    /// The example files are missing.
    struct MissingFiles: Error, CustomStringConvertible {
        let description =
            "cannot find Config/mixer.toml and Config/demo.evemu: run the demo in the checkout, "
            + "or install them in /usr/share/glassfader/panels"
    }

    /// The options of the demo, including those of the command line.
    let options: Options

    /// Fills in the options that the demo needs, where `given` has the default.
    init(_ given: Options) throws(MissingFiles) {
        var options = given
        let plain = Options()
        if given.panelPath == plain.panelPath {
            options.panelPath = try Self.exampleFolder() + "/mixer.toml"
        }
        if given.touch == plain.touch {
            options.touch = .recording(path: try Self.exampleFolder() + "/demo.evemu")
        }
        if given.display == plain.display { options.display = .memory(width: 1280, height: 800) }
        if given.screenshotPath == nil { options.screenshotPath = "panel.png" }
        if given.socketPath == nil {
            let place = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/tmp"
            options.socketPath = "\(place)/glassfader-demo-\(getpid()).sock"
        }
        options.printsEvents = true
        // A saved state would make the demo differ from run to run.
        options.stateFolder = nil
        self.options = options
    }

    private static func exampleFolder() throws(MissingFiles) -> String {
        guard let folder = ExampleFolder.path(with: "mixer.toml", "demo.evemu") else {
            throw MissingFiles()
        }
        return folder
    }
}
