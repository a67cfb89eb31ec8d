// The language of the operators, without a further import.
@_exported import Expressions
