extension Rule {
  static let queues = [queuesAreBounded]

  private static let queuesAreBounded = Rule(
    name: "a queue between threads has a bound, and is in the table of queues",
    broken: [
      ["Sources/Newcomer/Inbox.swift": inbox(appending: "$0.messages.append(message)")],
      // Even with a bound it needs its line in the table, which names what happens when it is full.
      [
        "Sources/Newcomer/Inbox.swift": inbox(appending: "if $0.messages.count < limit { $0.messages.append(message) }")
      ],
      // The table names a bound that the code does not compare with.
      ["Sources/Readers/Mailbox.swift": inbox(appending: "$0.messages.append(message)")],
      [
        "Sources/Newcomer/Inbox.swift":
          "private let lines = Locked<[Int]>([])\nlines.withLock { $0.append(1) }\n_ = lines.withLock { $0.removeFirst() }\n"
      ],
      ["Sources/Newcomer/Inbox.swift": "let (stream, end) = AsyncStream<Int>.makeStream()\n"],
      ["Sources/Newcomer/Inbox.swift": "let stream = AsyncThrowingStream<Int, any Error> { _ in }\n"],
      // A line in the table without its queue.
      ["Tests/ArchitectureTests/Queues.swift": "", "Sources/Readers/Mailbox.swift": "struct Mailbox {}\n"],
    ],
    kept: [
      [
        "Sources/Readers/Mailbox.swift": inbox(
          appending: "if $0.messages.count < limit { $0.messages.append(message) }")
      ],
      // Nothing is shared between threads.
      ["Sources/Newcomer/List.swift": "var list: [Int] = []\nlist.append(1)\nlist.removeFirst()\n"],
      // Nothing is drained.
      ["Sources/Newcomer/List.swift": "let state = Locked(State())\nvar found: [Int] = []\nfound.append(1)\n"],
      ["Tests/NewcomerTests/Inbox.swift": inbox(appending: "$0.messages.append(message)")],
      [
        "Sources/Newcomer/A.swift":
          "let stream = AsyncStream(Int.self, bufferingPolicy: .bufferingNewest(8)) { _ in }\n"
      ],
    ]
  ) { tree in
    let found = tree.sources.filter { !$0.isTest }.compactMap { file in queue(in: file).map { (file, $0) } }
    var violations: [Violation] = []
    for (file, queue) in found {
      switch Queues.all[file.path] {
      case nil:
        violations.append(file.violation(queue.line, "'\(queue.name)' grows without a bound, or is not in Queues.all"))
      case .limit(let limit, _)?:
        let isCompared = file.text.code.contains {
          $0.has("count") && $0.has(limit) && $0.contains(Patterns.shared.comparison)
        }
        if !isCompared { violations.append(file.violation(queue.line, "nothing compares a count with '\(limit)'")) }
      case .by?: break
      }
    }
    let table = "Tests/ArchitectureTests/Queues.swift"
    guard tree.paths.contains(table) else { return violations }
    let paths = Set(found.map(\.0.path))
    return violations
      + Queues.all.keys.filter { !paths.contains($0) }.sorted().map {
        Violation(path: table, line: 1, sentence: "\($0) has no queue")
      }
  }

  /// Returns the name of an array that a file appends to and drains under a lock, or of a stream without a limit, with
  /// its line; nil if there is none.
  private static func queue(in file: SourceFile) -> (name: String, line: Int)? {
    let stream = file.lines(of: /\b(Async(?:Throwing)?Stream)\b/, with: ["Async"])
    if let stream = stream.first, !file.text.code.contains(where: { $0.has("bufferingPolicy") }) {
      return (String(stream.match.1), stream.line)
    }
    let lock = file.lines(of: /\b(?:Monitor|Locked|Mutex)(?:<[^(]*>)?\(/, with: ["Monitor", "Locked", "Mutex"])
    guard !lock.isEmpty else { return nil }
    let appended = file.lines(of: Patterns.shared.appended, with: [".append("])
    let words = ["removeFirst", "popFirst", "popLast", "removeLast", "removeAll", "= []"]
    let drained = Set(
      file.lines(
        of: /([\w$]+)(?:\.(?:removeFirst|popFirst|popLast|removeLast)\(|\.removeAll\(keeping| = \[\])/, with: words
      ).map { String($0.match.1) })
    // `$0` may be the array under any name.
    return appended.first { match, _ in
      drained.contains(String(match.1)) || match.1 == "$0" && !drained.isEmpty
    }.map { (String($0.match.1), $0.line) }
  }

  /// Returns the code of an inbox of messages, for the examples.
  private static func inbox(appending: String) -> String {
    """
    final class Inbox {
      private let inbox = Monitor(State())
      func take(_ message: Int) { inbox.update { \(appending) } }
      func drain() -> [Int] {
        inbox.update { inbox in
          defer { inbox.messages = [] }
          return inbox.messages
        }
      }
    }

    """
  }
}
