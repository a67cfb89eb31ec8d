// The modules that the view models are made of come with them.
@_exported import Credentials
@_exported import Fetching
@_exported import Forms
@_exported import Streams
