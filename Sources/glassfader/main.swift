import EventLoop

StandardStreams.openClosed()
let arguments = Glassfader.withMinusSigns(Array(CommandLine.arguments.dropFirst()))
if let mistake = Glassfader.mistake(inHelp: arguments) { Glassfader.exit(withError: mistake) }
Glassfader.main(arguments)
