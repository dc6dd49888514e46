ALSACommand.main()
