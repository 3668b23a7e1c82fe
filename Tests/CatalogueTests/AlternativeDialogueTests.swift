import Catalogue
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AlternativeDialogueTests {
  private func alternative(
    _ id: Int, country: String? = nil, year: Int? = nil, catalogNumber: String? = nil, formats: String = "CD",
    note: String? = nil, matrix: [String] = []
  ) -> Alternative {
    Alternative(
      LookupCandidate(
        sourceID: "\(id)", title: "Invented - Title", country: country, year: year, catalogNumber: catalogNumber,
        formats: formats, note: note, matrix: matrix, reason: nil), isCurrent: id == 1)
  }

  /// Seven CDs on one barcode: promotional copies, club editions and countries.
  private var seven: [Alternative] {
    [
      alternative(1, country: "US", year: 1998, catalogNumber: "CK 1"),
      alternative(2, country: "US", year: 1998, catalogNumber: "CK 1", formats: "CD, Club Edition"),
      alternative(3, country: "US", year: 1998, catalogNumber: "CK 1", formats: "CD, Promo"),
      alternative(4, country: "Canada", year: 1998, catalogNumber: "CK-1"),
      alternative(5, country: "Canada", year: 1998, catalogNumber: "CK-1", formats: "CD, Club Edition"),
      alternative(6, country: "Europe", year: 2001, catalogNumber: "491 2"),
      alternative(7, country: "Europe", year: 1998, catalogNumber: "491 2", matrix: ["A 1"]),
    ]
  }

  /// Returns the number of questions until nothing can be split further, if `alternative` is in the hand.
  private func questions(_ list: [Alternative], for alternative: Alternative) throws -> Int {
    var answers: [Int] = []
    while let question = try AlternativeDialogue(after: answers, about: list).question {
      // The right answer is the one that leaves the alternative.
      let right = try question.choices.first { choice in
        try AlternativeDialogue(after: answers + [choice.number], about: list).remaining.contains(alternative)
      }
      answers.append(try #require(right).number)
    }
    return answers.count
  }

  /// Returns the lowest possible expected number of questions, by trying every order of features for every set.
  private func optimum(_ list: [Alternative]) -> Double {
    guard list.count > 1 else { return 0 }
    var best = Double.infinity
    for feature in AlternativeFeature.allCases {
      let groups = Dictionary(grouping: list) { one in
        let text = feature.text(of: one)?.lowercased()
        return feature == .catalogNumber || feature == .matrix
          ? text?.filter { $0.isLetter || $0.isNumber } : text
      }
      guard groups.count > 1 else { continue }
      let cost = groups.values.reduce(1.0) { $0 + Double($1.count) / Double(list.count) * optimum($1) }
      best = min(best, cost)
    }
    return best.isFinite ? best : 0
  }

  private func expected(_ list: [Alternative]) throws -> Double {
    Double(try list.reduce(0) { $0 + (try questions(list, for: $1)) }) / Double(list.count)
  }

  @Test func `seven CDs on one barcode are distinguished with as few questions as possible`() throws {
    let (asked, possible) = (try expected(seven), optimum(seven))
    #expect(abs(asked - possible) < 1e-9, "\(asked) questions, \(possible) are possible")
    #expect(possible < 2.2)
  }

  @Test func `generated alternatives need at most 1.2 times the possible number of questions`() throws {
    var generator = SeededRandom(seed: 20_261_126)
    var worst = 1.0
    for _ in 1...200 {
      func one<Value>(_ values: [Value?]) -> Value? { values.randomElement(using: &generator) ?? nil }
      let list = (1...Int.random(in: 2...9, using: &generator)).map { id in
        alternative(
          id, country: one(["US", "UK", "Europe", nil]), year: one([1984, 1991, 2003, nil]),
          catalogNumber: one(["A 1", "A-1", "B 2", nil]), formats: one(["CD", "CD, Promo"]) ?? "CD",
          note: one(["Blue", "Red", nil]), matrix: one([["X 1"], ["Y"], []]) ?? [])
      }
      let (asked, possible) = (try expected(list), optimum(list))
      if possible > 0 { worst = max(worst, asked / possible) }
      #expect(asked <= 1.2 * possible + 1e-9, "seed 20261126: \(list)")
    }
    print("questions: at most \(worst) times the possible number")
  }

  /// Returns the expected number of questions, by asking each question of the dialogue once.
  private func expectedQuestions(_ list: [Alternative], after answers: [Int] = []) throws -> Double {
    let dialogue = try AlternativeDialogue(after: answers, about: list)
    guard let question = dialogue.question else { return 0 }
    return try question.choices.reduce(1) { sum, choice in
      let share = Double(choice.count) / Double(dialogue.remaining.count)
      return sum + share * (try expectedQuestions(list, after: answers + [choice.number]))
    }
  }

  /// Returns the lowest expected number of questions with nine answers each that any questions could have, whatever they
  /// ask: that of an optimal code with nine digits for the alternatives that some feature distinguishes.
  private func bound(_ list: [Alternative]) -> Double {
    let kinds = Dictionary(grouping: list) { one in AlternativeFeature.allCases.map { $0.text(of: one)?.lowercased() } }
    var weights = kinds.values.map(\.count)
    // Every step of the construction joins nine, so the first one joins what is left over.
    while weights.count > 1, (weights.count - 1) % 8 != 0 { weights.append(0) }
    var total = 0
    while weights.count > 1 {
      weights.sort()
      let joined = weights.prefix(9).reduce(0, +)
      total += joined
      weights = [joined] + weights.dropFirst(9)
    }
    return Double(total) / Double(list.count)
  }

  @Test func `twenty generated pressings need at most 1.2 times the possible number of questions`() throws {
    let countries = ["US", "UK", "Europe", "Germany", "Japan", "Canada", "Australia", "France", "Italy", "Spain"]
    let formats = ["CD, Album", "CD, Album, Reissue", "CD, Album, Promo", "CD, Album, Club Edition"]
    var generator = SeededRandom(seed: 20_261_128)
    var (worst, sum, possible) = (1.0, 0.0, 0.0)
    for _ in 1...60 {
      func one<Value>(_ values: [Value?]) -> Value? { values.randomElement(using: &generator) ?? nil }
      // As on real pages: many catalogue numbers and years, rarely a colour, run-outs of one plant or of several.
      let (numbers, plants) = (Int.random(in: 1...14, using: &generator), Int.random(in: 1...12, using: &generator))
      let list = (1...Int.random(in: 10...20, using: &generator)).map { id in
        alternative(
          id, country: one(countries + [nil]), year: one(Array(1984...1997) + [nil]),
          catalogNumber: "CK \(Int.random(in: 1...numbers, using: &generator))", formats: one(formats) ?? "CD",
          note: one(["Blue", nil, nil, nil]), matrix: ["PLANT \(Int.random(in: 1...plants, using: &generator))"])
      }
      let (asked, best) = (try expectedQuestions(list), max(optimum(list), bound(list)))
      (worst, sum, possible) = (max(worst, asked / best), sum + asked, possible + best)
      #expect(asked <= 1.2 * best + 1e-9, "seed 20261128: \(asked) and \(best) for \(list)")
    }
    print("questions about 10 to 20: at most \(worst) times the possible number, \(sum / possible) times in all")
  }

  @Test func `two records that differ only in their colour are distinguished by it`() throws {
    let list = [
      alternative(1, country: "US", year: 1993, catalogNumber: "92388-1", formats: "Vinyl, LP, Black", note: "Black"),
      alternative(2, country: "US", year: 1993, catalogNumber: "92388-1", formats: "Vinyl, LP, Black", note: "Blue"),
    ]
    let question = try #require(try AlternativeDialogue(after: [], about: list).question)
    #expect(question.feature == .note)
    #expect(question.choices.map(\.text) == ["Black", "Blue"])
    #expect(try AlternativeDialogue(after: [2], about: list).remaining == [list[1]])
  }

  @Test func `a feature that cannot be read is not asked for again`() throws {
    let first = try #require(try AlternativeDialogue(after: [], about: seven).question)
    let dialogue = try AlternativeDialogue(after: [0], about: seven)
    #expect(dialogue.remaining == seven)
    #expect(dialogue.question?.feature != first.feature)
    // After every feature was skipped, no question is left and everything remains.
    var answers: [Int] = []
    while try AlternativeDialogue(after: answers, about: seven).question != nil { answers.append(0) }
    #expect(answers.count <= AlternativeFeature.allCases.count)
    #expect(try AlternativeDialogue(after: answers, about: seven).remaining == seven)
  }

  @Test func `no question has more than nine answers, and the rare values share the last one`() throws {
    let list = (1...20).map { alternative($0, country: $0 <= 2 ? "US" : "Country \($0)") }
    let question = try #require(try AlternativeDialogue(after: [], about: list).question)
    #expect(question.choices.map(\.number) == Array(1...9))
    #expect(question.choices[0].count == 2)
    #expect(question.choices[8].text == nil && question.choices[8].count == 11)
    let rest = try AlternativeDialogue(after: [9], about: list)
    #expect(rest.remaining.count == 11 && rest.question?.feature == .country)
  }

  @Test(arguments: [[3], [1, 1], [-1], [9], [0, 0, 0, 0, 0, 0, 0]])
  func `an answer that the question does not have is refused`(_ answers: [Int]) throws {
    let list = [alternative(1, country: "US"), alternative(2, country: "UK")]
    #expect(throws: CatalogueError.badAnswer) { _ = try AlternativeDialogue(after: answers, about: list) }
  }

  @Test func `one alternative or none needs no question`() throws {
    #expect(try AlternativeDialogue(after: [], about: []).question == nil)
    #expect(try AlternativeDialogue(after: [], about: [seven[0]]).question == nil)
    // Nothing distinguishes equal ones.
    #expect(try AlternativeDialogue(after: [], about: [alternative(1), alternative(2)]).question == nil)
  }
}
