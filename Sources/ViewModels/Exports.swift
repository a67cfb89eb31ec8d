// Importing the view models also imports forms, and the credentials that sign-up is about.
@_exported import Credentials
@_exported import Forms
