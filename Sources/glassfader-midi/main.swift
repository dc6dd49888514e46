MIDICommand.main()
