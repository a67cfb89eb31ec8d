import Expressions
import Streams
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Exit tests capture values since Swift 6.3.
#if compiler(>=6.3)
  @Suite("A file of documents that processes save at once", .serialized)
  struct StreamStoreProcessTests {
    private let folder = ScratchFolder()
    private var store: StreamStore { StreamStore(path: folder.file("streams.json")) }

    /// A process that adds documents one by one, each to what the file is then.
    private func add(_ name: String, to path: String) async {
      await #expect(processExitsWith: .success) { [name = name as String, path = path as String] in
        let store = StreamStore(path: path)
        for number in 0..<20 {
          var isSaved = false
          while !isSaved {
            let snapshot = try store.load()
            var file = snapshot.file
            file.replace(.chain(StreamChain(id: "\(name)\(number)", source: "serial-a")))
            do throws(StreamStoreError) {
              try store.save(file, over: snapshot)
              isSaved = true
            } catch {
              guard case .conflict = error else { throw error }
            }
          }
        }
      }
    }

    @Test("Of two processes that save at once, no edit is lost")
    func noEditIsLost() async throws {
      try store.save(StreamDocumentFile(StreamDocument.defaults), over: .absent)
      let path = store.path
      async let first: Void = add("x", to: path)
      async let second: Void = add("y", to: path)
      _ = await (first, second)
      let file = try store.load().file
      let added = ["x", "y"].flatMap { name in (0..<20).map { "\(name)\($0)" } }
      #expect(Set(file.documents.map(\.id)) == Set(["serial-a", "serial-b"] + added))
      #expect(file.errors.isEmpty)
      #expect(folder.names == ["streams.json"])
    }

    @Test("A process that is killed while it saves leaves a whole file behind")
    func killed() async throws {
      try store.save(StreamDocumentFile(StreamDocument.defaults), over: .absent)
      let path = store.path
      for round in 1...8 {
        await #expect(processExitsWith: .signal(SIGKILL)) {
          [path = path as String, round = round as Int] in
          Threads.start {
            for _ in 0..<round * round * 40 { sched_yield() }
            kill(getpid(), SIGKILL)
          }
          let store = StreamStore(path: path)
          var snapshot = try store.load()
          while true {
            // Long, so that it is written in more than an instant.
            let stream = StreamModel<StreamValue>(
              id: "long-\(snapshot.file.documents.count)",
              items: (0..<2_000).map { StreamItem(value: .integer($0)) })
            var file = snapshot.file
            file.replace(.source(stream))
            snapshot = try store.save(file, over: snapshot)
          }
        }
        let documents = try store.load().file.documents
        #expect(try store.load().file.errors.isEmpty)
        for (number, document) in documents.enumerated().dropFirst(2) {
          guard case .source(let stream) = document else { continue }
          #expect(stream.id == "long-\(number)" && stream.items.count == 2_000)
        }
      }
      // The next one that saves finds no lock, and removes what is left over.
      try store.save(StreamDocumentFile(StreamDocument.defaults), over: try store.load())
      #expect(folder.names == ["streams.json"])
    }
  }
#endif
