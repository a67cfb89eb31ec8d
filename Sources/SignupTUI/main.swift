exit(Program.run().rawValue)
