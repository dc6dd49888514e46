import EventLoop

StandardStreams.openClosed()
MIDICommand.main()
