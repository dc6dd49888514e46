Glassfader.main(Glassfader.withNegativeNumbersLast(Array(CommandLine.arguments.dropFirst())))
