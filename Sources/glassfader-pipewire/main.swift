import EventLoop

StandardStreams.openClosed()
PipeWireCommand.main()
