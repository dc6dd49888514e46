import ArgumentParser
import EventLoop

StandardStreams.openClosed()
let arguments = Glassfader.withMinusSigns(Array(CommandLine.arguments.dropFirst()))
if let mistake = ProgramArguments.mistake.map({ ValidationError($0) })
    ?? Glassfader.mistake(in: arguments)
{
    Glassfader.exit(withError: mistake)
}
Glassfader.main(arguments)
