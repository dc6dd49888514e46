/// One thing that somebody outside does to the daemon. As a line of a script:
/// `0.250 client3 send {"id":$,"cmd":"ping"}`.
struct Step: Equatable, CustomStringConvertible {
    /// When, in ms from the start.
    let milliseconds: Int
    /// Who does it.
    let player: String
    /// What is done: a word, and often what it is done with.
    let action: String
    let argument: String

    init(_ milliseconds: Int, _ player: String, _ action: String, _ argument: String = "") {
        self.milliseconds = milliseconds
        self.player = player
        self.action = action
        self.argument = argument
    }

    /// Reads a line of a script.
    init?(_ line: Substring) {
        let words = line.split(separator: " ", maxSplits: 3)
        guard words.count >= 3 else { return nil }
        let time = words[0].split(separator: ".")
        guard time.count == 2, time[1].count == 3, let seconds = Int(time[0]),
            let rest = Int(time[1])
        else { return nil }
        self.init(
            seconds * 1000 + rest, String(words[1]), String(words[2]),
            words.count > 3 ? String(words[3]) : "")
    }

    var time: Duration { .milliseconds(milliseconds) }

    var description: String {
        let rest = String(milliseconds % 1000)
        let time = "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
        return "\(time) \(player) \(action)" + (argument.isEmpty ? "" : " \(argument)")
    }
}
