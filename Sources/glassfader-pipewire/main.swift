import GlassfaderBridge

PipeWireCommand.runProgram()
