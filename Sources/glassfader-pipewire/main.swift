PipeWireCommand.main()
