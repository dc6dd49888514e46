import GlassfaderBridge

MIDICommand.runProgram()
