import GlassfaderDaemon

DaemonCommand().main()
