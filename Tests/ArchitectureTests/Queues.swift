/// The table of queues between threads: arrays that one thread appends to and another one drains, under a lock.
enum Queues {
  /// The bound of a queue.
  enum Bound {
    /// The name of the constant that the number of elements is compared with, and the policy for a full queue.
    case limit(String, whenFull: String)
    /// The reason that the elements cannot become more.
    case by(String)
  }

  static let all: [String: Bound] = [
    "Sources/Events/EventRelay.swift": .limit("announcedLimit", whenFull: "drops the oldest announcement"),
    "Sources/HTTPServer/Response/EventStream.swift": .limit(
      "queueLimit", whenFull: "ends the stream; the client connects again and continues"),
    "Sources/Moving/Import/LibraryImports+Writing.swift": .by(
      "the lines ahead, which are written before the next one is read"),
    "Sources/OfflineStore/OfflineJournal.swift": .limit("limit", whenFull: "refuses the scan, which is reported"),
    "Sources/Programs/deadwax-bench/ReaderProgram.swift": .by("the length of one measurement"),
    "Sources/Programs/deadwax-bench/StartBench.swift": .by("the number of stations of one measurement"),
    "Sources/Programs/deadwax-reader/NFC/NFCSession.swift": .limit(
      "inboxLimit", whenFull: "stops reading; messages wait in the pipe"),
    "Sources/Readers/Mailbox.swift": .limit("limit", whenFull: "drops the oldest message"),
    "Sources/Simulators/VirtualHardware/Discogs/DiscogsStandIn.swift": .limit(
      "requestLimit", whenFull: "discards the oldest request"),
    "Sources/Storage/Engine/SQLite/Search/KnownWords.swift": .by("the limit of the query that it reads"),
    "Sources/Storage/Engine/SQLite/ReaderPool.swift": .by("the number of connections, which are lent and returned"),
    "Sources/Storage/Engine/WriteQueue.swift": .limit("limit", whenFull: "refuses the write with overloaded"),
    "Sources/TagJobs/TagService.swift": .limit(
      "unreportedLimit", whenFull: "discards the result; the job ends at its deadline or at the next tap"),
    "Sources/Threads/BoundedQueue.swift": .limit("limit", whenFull: "refuses the element"),
    "Sources/Threads/SerialQueue.swift": .limit("limit", whenFull: "refuses the job"),
  ]
}
