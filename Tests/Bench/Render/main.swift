import Drawing
import Glibc

/// How long frames of a mixer take to draw, next to filling and copying a picture's memory.
///
/// `Tests/bench render` runs it on one processor core.
///
///     RenderBench [--json] [--direct] [--rounds N] [--row NAME] [--pictures FOLDER]
///
/// With a name, only that row is measured: under a profiler, nothing else is to be seen. With
/// --direct, the buffer of the screen is drawn into, and not copied to, as the daemon does where
/// reading it is fast.

var isJSON = false
var isDirect = false
var rounds = 200
var row: String?
var folder: String?
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    switch argument {
    case "--json": isJSON = true
    case "--direct": isDirect = true
    case "--rounds": rounds = arguments.popFirst().flatMap { Int($0) } ?? rounds
    case "--row": row = arguments.popFirst()
    case "--pictures": folder = arguments.popFirst()
    default:
        print(
            "usage: RenderBench [--json] [--direct] [--rounds N] [--row NAME] [--pictures FOLDER]")
        exit(2)
    }
}

do {
    for desk in [BenchPanels(width: 1280, height: 800), BenchPanels(width: 1920, height: 1080)] {
        var bench = try RenderBench(desk, row: row, isDirect: isDirect)
        bench.run(rounds: rounds)
        if !isJSON { print("\(desk.size)\n\(RowPrinter.heading)") }
        for line in bench.lines(isJSON: isJSON) { print(line) }
        if !isJSON { print() }
        if let folder { try write(bench.pictures, of: desk, to: folder) }
        try bench.checkPictures()
    }
} catch {
    print("RenderBench: \(error)")
    exit(1)
}

func write(_ pictures: [(name: String, bitmap: Bitmap)], of desk: BenchPanels, to folder: String)
    throws
{
    for (name, bitmap) in pictures {
        let path = "\(folder)/\(desk.size) \(name).png"
        guard let file = fopen(path, "w") else { throw BenchError("cannot write \(path)") }
        let bytes = try bitmap.pngData()
        let written = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, written == bytes.count else {
            throw BenchError("cannot write \(path)")
        }
    }
}
