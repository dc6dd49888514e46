OSCCommand.main()
