// The modules that every file of the program may use. An exported import applies to all files of
// its module, and no module imports a program.
@_exported import CommandLineKit
@_exported import Dispatch
@_exported import Expressions
@_exported import Fetching
@_exported import Formats
@_exported import Platform
@_exported import Positioning
@_exported import Reactive
@_exported import ReactiveExtras
@_exported import Streams
@_exported import TerminalForms
@_exported import TerminalKit
@_exported import ViewModels
