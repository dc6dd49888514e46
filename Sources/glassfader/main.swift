Glassfader.main(Glassfader.withMinusSigns(Array(CommandLine.arguments.dropFirst())))
