import Platform

exit(Program.run().rawValue)
