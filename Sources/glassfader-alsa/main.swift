import GlassfaderBridge

ALSACommand.runProgram()
