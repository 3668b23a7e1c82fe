import Deadwax
import Lending
import Queries
import Storage
import TestSupport
import Testing

/// Tests that the numbers of statistics equal plain loops over the records, and that the query of each group finds as many
/// releases as the group has.
@Suite(.timeLimit(.minutes(60)))
struct SearchGroupsTests {
  @Test func `each group of a generated library equals a plain loop and the number of results of its query`() throws {
    let seed = UInt64(9000)
    var random = SeededRandom(seed: seed)
    var (groups, larger) = (0, 0)
    for number in 0..<CaseBudget.fuzz(200) {
      let library = try StoredLibrary(Int.random(in: 1...9, using: &random), &random)
      let records = library.records.map(\.record)
      try library.database.read { reading in
        let found = try reading.searchGroups(in: .utc)
        #expect(found.total == records.count)
        func count(_ term: QueryTerm) throws -> Int {
          // As a page sends it.
          let query = try Query(QueryCondition.term(term).description, isTyping: true)
          #expect(query.condition == .term(term))
          return try reading.releaseCount(matching: query, at: StoredLibrary.moment)
        }
        for field in SearchGroups.fields + [.place] {
          var expected: [String: Int] = [:]
          for record in records { for key in Self.keys(record, field) { expected[key, default: 0] += 1 } }
          let counted =
            try field == .place
            ? reading.placeGroups().groups.mapValues(\.releases) : (found.texts[field] ?? [:]).mapValues(\.count)
          #expect(counted == expected, "library \(number), \(field)")
          if counted != expected { return }
          for (key, size) in counted {
            let words = try #require(QueryWords(whole: key))
            #expect(try count(.text(field, words)) == size, "library \(number), \(field): \(key)")
            groups += 1
            if size > 1 { larger += 1 }
          }
        }
        #expect(Self.counts(records.compactMap { $0.year.map { $0 / 10 * 10 } }) == found.decades)
        #expect(Self.counts(records.map(\.medium)) == found.media)
        #expect(Self.counts(records.flatMap { Set($0.grades) }) == found.grades)
        #expect(Self.counts(records.map(\.added)) == found.days)
        #expect(records.count { !$0.grades.isEmpty } == found.graded)
        for (grade, size) in found.grades { #expect(try count(.grade(grade...grade)) == size) }
        for (medium, size) in found.media { #expect(try count(.medium(medium)) == size) }
        for (decade, size) in found.decades {
          let range = try #require(QueryRange(decade, decade + 9))
          #expect(try count(.year(range)) == size)
        }
        for (day, size) in found.days {
          let range = try #require(QueryRange(day, day))
          #expect(try count(.added(range)) == size)
        }
      }
    }
    print("seed \(seed): \(groups) groups, \(larger) of several releases")
    #expect(groups > 100 && larger > 20)
  }

  private static func keys(_ record: NaiveRecord, _ field: QueryTextField) -> Set<String> {
    Set(record.texts[field, default: []].map { SearchWords.words(of: $0).joined(separator: " ") }).subtracting([""])
  }

  private static func counts<Key: Hashable>(_ keys: [Key]) -> [Key: Int] {
    keys.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  @Test func `an equals sign asks for the whole text of a field of words alone`() throws {
    let query = try Query("label:=\"Blue  Note\"", isTyping: true)
    #expect(query.description == "label:=\"blue note\"")
    #expect(try Query(query.description, isTyping: false) == query)
    #expect(try Query("genre:=Jazz", isTyping: true).description == "genre:=jazz")
    #expect(try Query("genre:=jazz*", isTyping: false).description == "genre:=jazz")
    #expect(try Query("genre:jazz", isTyping: false) != Query("genre:=jazz", isTyping: false))
    for text in ["label:=", "label:= blue", "label:=\"\"", "label:==", "year:=1975", "cat:= 5", "medium:=cd"] {
      #expect(throws: QueryError.self, "\(text)") { try Query(text, isTyping: false) }
    }
    // Elsewhere the sign is punctuation.
    #expect(try Query("=blue", isTyping: false).description == "blue")
  }

  @Test func `the spelling of a group is one of its records'`() throws {
    var random = SeededRandom(seed: 9001)
    let library = try StoredLibrary(40, &random)
    try library.database.read { reading in
      let found = try reading.searchGroups(in: .utc)
      for field in SearchGroups.fields {
        let groups = (found.texts[field] ?? [:]).map { (key: $0.key, group: $0.value) }
        let spellings = try reading.spellings(of: field, groups)
        for (key, _) in groups {
          let spelling = try #require(spellings[key], "\(field): \(key)")
          #expect(SearchWords.words(of: spelling).joined(separator: " ") == key)
          #expect(library.records.contains { $0.record.texts[field, default: []].contains(spelling) }, "\(spelling)")
        }
      }
    }
  }
}
