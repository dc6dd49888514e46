import EventLoop

StandardStreams.openClosed()
OSCCommand.main()
