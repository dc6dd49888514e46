import GlassfaderBridge

OSCCommand.runProgram()
