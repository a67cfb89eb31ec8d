import CPostgres
import Credentials
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A connection to a database, which is made when it is needed, and again after it was lost.
///
/// Statements of several threads run one after the other.
final class Database: Sendable {
  /// The result of a statement: the rows, and the number of those that it changed.
  typealias Rows = (values: [[String]], changed: Int)

  private let parameters: String
  private let connection = Mutex<Connection?>(nil)

  /// Unchecked, because only who has the lock uses it.
  private struct Connection: @unchecked Sendable { let pointer: OpaquePointer }

  init(_ parameters: String) { self.parameters = parameters }

  deinit { connection.withLock { if let connection = $0 { PQfinish(connection.pointer) } } }

  /// Runs a statement, whose values are `$1`, `$2` and so on.
  @discardableResult
  func run(_ statement: String, _ values: [String] = []) throws(AccountError) -> Rows {
    let result = connection.withLock { connection -> Result<Rows, AccountError> in
      // A connection that was lost since the last statement is made again, once.
      for isLast in [connection == nil, true] {
        do throws(AccountError) {
          if connection == nil { connection = try connect() }
          return .success(try Self.run(statement, values, on: connection!.pointer))
        } catch {
          guard let open = connection, PQstatus(open.pointer) != CONNECTION_OK else {
            return .failure(error)
          }
          PQfinish(open.pointer)
          connection = nil
          if isLast { return .failure(error) }
        }
      }
      preconditionFailure("the last try returns")
    }
    return try result.get()
  }

  private func connect() throws(AccountError) -> Connection {
    guard let pointer = PQconnectdb(parameters) else {
      throw .unavailable(store: "PostgreSQL", reason: "there is no memory for a connection")
    }
    guard PQstatus(pointer) == CONNECTION_OK else {
      let error = Self.error(of: pointer)
      PQfinish(pointer)
      throw error
    }
    // What is no error, such as a table that is there already, is nothing to say.
    PQsetNoticeProcessor(pointer, { _, _ in }, nil)
    return Connection(pointer: pointer)
  }

  private static func run(
    _ statement: String, _ values: [String], on connection: OpaquePointer
  ) throws(AccountError) -> Rows {
    let texts = values.map { strdup($0) }
    defer { for text in texts { free(text) } }
    var pointers = texts.map { UnsafePointer<CChar>($0) }
    let result = PQexecParams(
      connection, statement, CInt(values.count), nil, &pointers, nil, nil, 0)
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK: break
    default: throw error(of: connection)
    }
    let rows = (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { column in String(cString: PQgetvalue(result, row, column)) }
    }
    return (rows, Int(String(cString: PQcmdTuples(result))) ?? 0)
  }

  /// The first line of what the server says, which may have more with a hint.
  private static func error(of connection: OpaquePointer) -> AccountError {
    let message = String(cString: PQerrorMessage(connection))
    let line = message.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no reason"
    return .unavailable(store: "PostgreSQL", reason: line)
  }
}
