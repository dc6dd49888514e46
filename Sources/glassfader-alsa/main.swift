import EventLoop

StandardStreams.openClosed()
ALSACommand.main()
