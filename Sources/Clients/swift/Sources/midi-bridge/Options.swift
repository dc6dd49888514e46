/// The options of the command line.
struct Options {
    /// The command line is invalid.
    struct UsageError: Error, CustomStringConvertible {
        var problem: String
        var description: String { problem }
    }

    var channel: UInt8 = 0
    var isSurface = false
    var socket: String?
    var device: String
    var assignments: [Assignment]

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let option = rest.first, option.hasPrefix("--") {
            if option == "--surface" {
                isSurface = true
                rest = rest.dropFirst()
                continue
            }
            guard let argument = rest.dropFirst().first else {
                throw UsageError(problem: "\(option) needs an argument")
            }
            switch option {
            case "--channel":
                guard let number = UInt8(argument), (1...16).contains(number) else {
                    throw UsageError(problem: "'\(argument)' is not a channel: expected 1 to 16")
                }
                channel = number - 1
            case "--socket":
                socket = argument
            default:
                throw UsageError(problem: "unknown option '\(option)'")
            }
            rest = rest.dropFirst(2)
        }
        guard let device = rest.popFirst(), !rest.isEmpty else {
            throw UsageError(problem: "expected a device and at least one assignment")
        }
        self.device = device
        assignments = []
        for text in rest {
            guard let assignment = Assignment(text) else {
                throw UsageError(
                    problem: "'\(text)' is not an assignment: expected CONTROL=NUMBER, such as "
                        + "ch1.level=7 or ch1.level=7:14")
            }
            assignments.append(assignment)
        }
    }
}
