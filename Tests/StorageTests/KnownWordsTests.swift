import Deadwax
import Storage
import StorageTestSupport
import TestSupport
import Testing

/// Tests of the words in memory, by which misspelt words are corrected.
@Suite(.timeLimit(.minutes(5)))
struct KnownWordsTests {
  private let shelf: StorageLibrary

  init() throws { shelf = try StorageLibrary() }

  private func store(_ words: [String]) throws {
    try shelf.database.write { transaction in
      for word in words {
        try transaction.run(
          """
          INSERT INTO release_word (word, fields, number)
          VALUES (?1, 1, coalesce((SELECT max(number) FROM release_word), 0) + 1) ON CONFLICT (word) DO NOTHING
          """, word)
      }
    }
  }

  private func similar(_ word: String, isPrefix: Bool = false, in known: KnownWords) throws -> [String] {
    try shelf.database.read { try known.update(from: $0) }
    return known.similar(to: word, isPrefix: isPrefix, limit: 20).map(\.word)
  }

  @Test func `similar words have few mistakes, and the first letter or the second`() throws {
    try store(["motorhead", "motorboat", "motorheads", "notorhead", "omtorhead", "björk", "стравинский", "日本語の歌"])
    let known = KnownWords()
    #expect(try similar("motorhaed", in: known) == ["motorhead", "motorheads", "omtorhead"])
    #expect(try similar("mtorhead", in: known).first == "motorhead")
    #expect(try similar("bjrök", in: known) == ["björk"])
    #expect(try similar("стравниский", in: known) == ["стравинский"])
    #expect(try similar("日本の歌", in: known) == ["日本語の歌"])
    #expect(try similar("motro", isPrefix: true, in: known) == ["motorhead", "motorboat", "motorheads"])
    #expect(try similar("mot", isPrefix: true, in: known) == [] && similar("", in: known) == [])
    // The word itself is no mistake.
    #expect(try similar("motorboat", in: known) == [])
  }

  @Test func `words that are added later are known, and a table that was written again replaces the old one`() throws {
    let known = KnownWords()
    let other = KnownWords()
    try store((0..<12_000).map { "word\($0)" })
    #expect(try similar("wodr77", in: known).first == "word77")
    try store(["another"])
    #expect(try similar("anohter", in: known) == ["another"] && similar("anohter", in: other) == ["another"])
    try shelf.database.write { try $0.run("DELETE FROM release_word") }
    #expect(try similar("anohter", in: known) == ["another"])
    try store((0..<20_000).map { "later\($0)" })
    #expect(try similar("laetr77", in: known).first == "later77" && similar("anohter", in: known) == [])
  }

  @Test func `an interrupted read goes on where it ended`() throws {
    try store((0..<9_000).map { "word\($0)" })
    let known = KnownWords()
    var reads = 0
    var isDone = false
    while !isDone, reads < 100 {
      reads += 1
      do {
        try shelf.database.read(while: { false }) { try known.update(from: $0) }
        isDone = true
      } catch let error as StorageError where error.kind == .interrupted {}
    }
    print("the words were read in \(reads) interrupted steps")
    #expect(isDone && reads > 1)
    #expect(known.similar(to: "wodr8999", isPrefix: false, limit: 5).first?.word == "word8999")
  }
}
