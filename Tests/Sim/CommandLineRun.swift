import Glibc

/// What the command line asks for: a range of seeds, or one script.
struct CommandLineRun {
    private var seeds: ClosedRange<UInt64> = 1...1
    private var script: String?
    private var printsTrace = false
    private var countsWork = true
    private var shrinks = true

    static let usage = """
        usage: GlassfaderSim [--seed N | --seeds COUNT [--from N] | --script FILE] [OPTION]...

          --seed N        run one seed, and print the hash of its trace
          --seeds COUNT   run so many seeds, from --from N on (default: 1)
          --script FILE   run a script as a failure prints it
          --trace         print everything that happens
          --no-turns      do not count the work of each turn
          --no-shrink     print the whole script of a failure
        """

    init(_ arguments: [String]) throws {
        try Self.beReproducible(arguments)
        var rest = arguments.dropFirst()
        var count: UInt64?
        var first: UInt64 = 1
        func value() throws -> String {
            guard let value = rest.popFirst() else { throw Failure("usage", Self.usage) }
            return value
        }
        func number() throws -> UInt64 {
            guard let number = UInt64(try value()) else { throw Failure("usage", Self.usage) }
            return number
        }
        while let option = rest.popFirst() {
            switch option {
            case "--seed":
                first = try number()
                count = 1
            case "--seeds": count = try number()
            case "--from": first = try number()
            case "--script": script = try value()
            case "--trace": printsTrace = true
            case "--no-turns": countsWork = false
            case "--no-shrink": shrinks = false
            default: throw Failure("usage", Self.usage)
            }
        }
        seeds = first...first + max(count ?? 1, 1) - 1
    }

    /// Begins again with what would differ between two runs switched off: where memory is, and how
    /// dictionaries are ordered.
    private static func beReproducible(_ arguments: [String]) throws {
        guard getenv("SWIFT_DETERMINISTIC_HASHING") == nil else { return }
        setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
        guard let own = realpath("/proc/self/exe", nil) else { return }
        let command = ["setarch", "-R", String(cString: own)] + arguments.dropFirst()
        var words = command.map { strdup($0) } + [nil]
        execvp("setarch", &words)
        throw Failure("the program can begin again", String(cString: strerror(errno)))
    }

    /// Runs what is asked for, and says whether all went well.
    func run() throws -> Bool {
        if let script { return runAlone(try Script(text: try Self.text(ofFileAt: script))) }
        if seeds.count == 1 { return runAlone(Script(seed: seeds.lowerBound)) }
        var failures = 0
        var kept = Int.max
        for seed in seeds {
            if !report(Script(seed: seed)) { failures += 1 }
            // The first daemon opens what stays open, such as fonts.
            let open = Folder.openDescriptors
            if open > kept {
                print("seed \(seed) leaves \(open - kept) descriptors open")
                failures += 1
            }
            kept = kept == .max ? open : max(kept, open)
        }
        print("\(seeds.count) seeds, \(failures) failed")
        return failures == 0
    }

    private func runAlone(_ script: Script) -> Bool {
        print("seed \(script.seed)")
        return report(script, saysHash: true)
    }

    /// Runs a script, and prints it in its shortest form if it fails.
    private func report(_ script: Script, saysHash: Bool = false) -> Bool {
        switch outcome(of: script, printsTrace: printsTrace) {
        case .success(let hash):
            if saysHash { print("trace \(String(hash, radix: 16))") }
            return true
        case .failure(let failure):
            // A line at a time, also into a file.
            defer { fflush(nil) }
            print("seed \(script.seed) fails: \(failure)")
            fflush(nil)
            guard shrinks else { return false }
            let shrinker = Shrinker(rule: failure.rule) {
                if case .failure(let failure) = outcome(of: $0) { failure } else { nil }
            }
            let shortest = shrinker.shrink(script)
            print("# the shortest script that does (\(shortest.steps.count) steps); --script FILE")
            print(shortest)
            if case .failure(let failure) = outcome(of: shortest) { print("# \(failure)") }
            return false
        }
    }

    private func outcome(of script: Script, printsTrace: Bool = false) -> Result<UInt64, Failure> {
        do {
            let simulation = try Simulation(
                script, printsTrace: printsTrace, countsWork: countsWork)
            return .success(try simulation.run())
        } catch let failure as Failure {
            return .failure(failure)
        } catch {
            return .failure(Failure("the daemon runs", "\(error)"))
        }
    }

    private static func text(ofFileAt path: String) throws -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure("the script can be read", path) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(file, &buffer, buffer.count), count > 0 {
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
