import Glibc

// Runs the whole daemon in a simulation, from one seed or many; see `Tests/run sim`.
do {
    exit(try CommandLineRun(CommandLine.arguments).run() ? 0 : 1)
} catch {
    print(error)
    exit(2)
}
