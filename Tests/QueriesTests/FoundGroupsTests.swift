import Deadwax
import Lending
import Queries
import Storage
import TestSupport
import Testing

/// Tests that the values of a search equal plain loops over the records, and that the query with a value finds as many
/// releases as the value has.
@Suite(.timeLimit(.minutes(60)))
struct FoundGroupsTests {
  private static let fields: [QueryTextField] = [.genre, .style, .label, .country, .tag, .place]

  /// Returns the values of a record that a search can be narrowed to.
  private static func values(of record: NaiveRecord) -> Set<QueryCondition> {
    var values: Set<QueryCondition> = [.term(.medium(record.medium))]
    if let year = record.year, let range = QueryRange(year / 10 * 10, year / 10 * 10 + 9) {
      values.insert(.term(.year(range)))
    }
    for field in fields {
      for text in record.texts[field, default: []] {
        if let words = QueryWords(whole: text) { values.insert(.term(.text(field, words))) }
      }
    }
    for grade in record.grades { values.insert(.term(.grade(grade...grade))) }
    let onLoan = QueryCondition.term(.state(.onLoan))
    values.insert(record.states.contains(.onLoan) ? onLoan : .not(onLoan))
    if record.states.contains(.overdue) { values.insert(.term(.state(.overdue))) }
    return values
  }

  /// Returns the number of releases of each value that the database counts.
  private static func counts(of found: FoundGroups) -> [QueryCondition: Int] {
    var counts: [QueryCondition: Int] = [:]
    for (medium, count) in found.index.media { counts[.term(.medium(medium))] = count }
    for (decade, count) in found.index.decades {
      if let range = QueryRange(decade, decade + 9) { counts[.term(.year(range))] = count }
    }
    for field in fields where field != .place {
      for (key, group) in found.index.texts[field] ?? [:] {
        if let words = QueryWords(whole: key) { counts[.term(.text(field, words))] = group.count }
      }
    }
    for (key, group) in found.places where group.releases > 0 {
      if let words = QueryWords(whole: key) { counts[.term(.text(.place, words))] = group.releases }
    }
    for (grade, count) in found.index.grades { counts[.term(.grade(grade...grade))] = count }
    let onLoan = QueryCondition.term(.state(.onLoan))
    if found.onLoan > 0 { counts[onLoan] = found.onLoan }
    if found.index.total > found.onLoan { counts[.not(onLoan)] = found.index.total - found.onLoan }
    if found.overdue > 0 { counts[.term(.state(.overdue))] = found.overdue }
    return counts
  }

  @Test func `each value of a search equals a plain loop, and the number of results of the query with the value`()
    throws
  {
    let seed = UInt64(9100)
    var random = SeededRandom(seed: seed)
    var (searches, empty, values) = (0, 0, 0)
    for number in 0..<CaseBudget.fuzz(200) {
      let library = try StoredLibrary(Int.random(in: 3...12, using: &random), &random)
      for turn in 0..<3 {
        let text = turn == 0 ? "" : GeneratedQuery.any(1, &random).text
        let query: Query
        do {
          query = try Query(text, isTyping: false)
        } catch {
          guard case .tooManyTerms = error.reason else { throw error }
          continue
        }
        let filter = ReleaseFilter(
          medium: Int.random(in: 0..<4, using: &random) == 0 ? .vinyl : nil,
          isWished: Int.random(in: 0..<6, using: &random) == 0 ? true : nil)
        let records = library.records.map(\.record).filter { record in
          (query.condition.map(record.matches) ?? true) && (filter.medium?.includes(record.medium) ?? true)
            && (filter.isWished.map { $0 == record.states.contains(.wished) } ?? true)
        }
        let expected = records.reduce(into: [QueryCondition: Int]()) { counts, record in
          for value in Self.values(of: record) { counts[value, default: 0] += 1 }
        }
        try library.database.read { reading in
          let found = try reading.groups(of: query, in: filter, at: StoredLibrary.moment)
          #expect(found.index.total == records.count, "library \(number): \(text)")
          let counted = Self.counts(of: found)
          #expect(counted == expected, "library \(number): \(text)")
          guard counted == expected else { return }
          for (value, count) in counted {
            let parts = (query.condition.map { [$0] } ?? []) + [value]
            let narrowed = Query(condition: QueryCondition.conjunction(parts), sort: [])
            let parsed = try Query(narrowed.description, isTyping: true)
            #expect(parsed == narrowed, "\(narrowed)")
            let rows = try reading.releases(
              matching: parsed, in: filter, at: StoredLibrary.moment, before: nil, limit: 1_000)
            #expect(rows.count == count, "library \(number): \(narrowed)")
            values += 1
          }
        }
        searches += 1
        if records.isEmpty { empty += 1 }
      }
    }
    print("seed \(seed): \(searches) searches, \(empty) without a release, \(values) values")
    #expect(searches > 20 && empty < searches / 2 && values > 200)
  }

  @Test func `the values of the whole library are those of the statistics`() throws {
    var random = SeededRandom(seed: 9101)
    let library = try StoredLibrary(40, &random)
    try library.database.read { reading in
      let found = try reading.groups(
        of: Query(condition: nil, sort: []), in: ReleaseFilter(), at: StoredLibrary.moment)
      let all = try reading.searchGroups(in: .utc)
      #expect(found.index.total == all.total && found.index.decades == all.decades && found.index.media == all.media)
      #expect(found.index.grades == all.grades && found.index.days == all.days)
      for field in SearchGroups.fields {
        #expect(found.index.texts[field]?.mapValues(\.count) == all.texts[field]?.mapValues(\.count), "\(field)")
      }
      let places = try reading.placeGroups().groups
      #expect(found.places.mapValues(\.releases) == places.mapValues(\.releases))
    }
  }
}
