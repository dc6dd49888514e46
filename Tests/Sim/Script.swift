import TestVectors

/// All that happens in a run: a seed, and what is done when.
struct Script: CustomStringConvertible {
    let seed: UInt64
    var steps: [Step]

    /// How long everything goes wrong that can, in ms.
    static let length = 5000

    /// The whole script of a seed.
    init(seed: UInt64) {
        self.seed = seed
        var random = SeededGenerator(seed: seed)
        _ = random.split()
        var writer = ScriptWriter(random.split())
        writer.write(clients: random.oneIn(8) ? random.int(6...14) : random.int(1...5))
        writer.writeHolders()
        writer.writeFingers()
        writer.writeFaults()
        steps = writer.steps
    }

    /// Reads what `description` has written.
    init(text: String) throws {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        guard let first = lines.first, first.hasPrefix("seed "),
            let seed = UInt64(first.dropFirst(5))
        else { throw Failure("a script is understood", "it begins with 'seed NUMBER'") }
        self.seed = seed
        steps = try lines.dropFirst().map { line in
            guard let step = Step(line) else {
                throw Failure("a script is understood", String(line))
            }
            return step
        }
    }

    /// The machine and the panel.
    var plan: Plan {
        var random = SeededGenerator(seed: seed)
        var part = random.split()
        return Plan(&part)
    }

    var description: String {
        (["seed \(seed)"] + steps.map(\.description)).joined(separator: "\n")
    }
}
