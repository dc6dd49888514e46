import Files
import Glibc
import PanelProtocol

/// What `glassfaderd --calibrate` has found out about the touchscreen.
struct TouchedCorners: Equatable {
    /// The node of the touchscreen.
    let node: String
    /// The name from its driver.
    let name: String
    /// udev's `ID_PATH`, if it has one.
    let port: String?
    /// The numbers of its model.
    let vendor: UInt16
    let product: UInt16
    /// The connector of the screen on which the crosses were.
    let connector: String?
    /// The matrix, for `calibration`.
    let matrix: [Double]
    /// Whether udev has a matrix for it, which a panel file without one leaves in effect.
    let hasUdevMatrix: Bool

    /// The crosses were not touched, or the daemon failed; it has printed the reason.
    struct Failure: Error, CustomStringConvertible {
        let description = "the crosses were not touched"
    }

    /// Reads the daemon's line; nil for anything else.
    init?(_ line: String) {
        guard let fields = try? JSON.object(parsing: Array(line.utf8)[...]),
            let node = fields["touchscreen"]?.string,
            let matrix = fields["calibration"]?.array?.compactMap(\.number), matrix.count == 6
        else { return nil }
        self.node = node
        self.matrix = matrix
        name = fields["name"]?.string ?? ""
        port = fields["port"]?.string
        vendor = UInt16(truncatingIfNeeded: fields["vendor"]?.integer ?? 0)
        product = UInt16(truncatingIfNeeded: fields["product"]?.integer ?? 0)
        connector = fields["screen"]?.object?["connector"]?.string
        hasUdevMatrix = fields["udev_calibration"] != nil
    }

    /// The matrix that changes nothing.
    static let identity = [1.0, 0, 0, 0, 1, 0]

    /// Whether the axes of the device go along the other sides of the screen.
    var isSwapped: Bool { abs(matrix[1]) > abs(matrix[0]) }

    /// Shows the crosses on the screen of a panel file, and waits for the touches.
    static func touched(
        onScreenOf panelFile: String, interruptedBy signals: HeldSignals
    ) throws(Failure) -> TouchedCorners {
        // The daemon waits a minute for each cross, in three rounds.
        let result = OtherProgram.run(
            [
                "setpriv", "--pdeathsig", "TERM", daemon, "--calibrate", "--panel", panelFile,
            ], within: .seconds(900), showsErrors: true, interruptedBy: signals)
        guard let result, result.status == 0, let corners = TouchedCorners(result.output) else {
            throw Failure()
        }
        return corners
    }

    /// The daemon beside this program, or the installed one.
    private static var daemon: String {
        var path = Substring(LinkedPath.resolved("/proc/self/exe"))
        if let slash = path.lastIndex(of: "/") { path = path[...slash] }
        let beside = String(path) + "glassfaderd"
        return access(beside, X_OK) == 0 ? beside : "/usr/libexec/glassfaderd"
    }
}
