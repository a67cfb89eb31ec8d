// Importing the view models also imports the modules that they are made of.
@_exported import Credentials
@_exported import Fetching
@_exported import Forms
@_exported import Streams
