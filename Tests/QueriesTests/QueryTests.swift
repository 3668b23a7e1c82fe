import Deadwax
import Lending
import Queries
import Testing

/// Tests of single queries.
@Suite(.timeLimit(.minutes(5)))
struct QueryTests {
  @Test(arguments: [
    ("", ""),
    ("artist:bowie year:1969..1975 -on-loan \"hunky dory\"", "artist:bowie year:1969..1975 -on-loan \"hunky dory\""),
    ("Björk  AC/DC don't", "bjork \"ac dc\" dont"),
    ("Simon & Garfunkel - live", "simon garfunkel live"),
    ("12\" mix", "12 mix"),
    ("(a OR b) c", "(a OR b) c"),
    ("a OR b c | d", "a OR b c OR d"),
    ("a (b c) ((d))", "a b c d"),
    ("a OR (b OR c)", "a OR b OR c"),
    ("-(a b) --c -(-d)", "-(a b) c d"),
    ("Overdue \"overdue\" Wished", "overdue \"overdue\" wished"),
    ("cat:CK-63628 catalogue:\"ck 63\"*", "catalogue:ck63628 catalogue:ck63*"),
    ("decade:70s decade:1960", "year:1970..1979 year:1960..1969"),
    ("year:>1975 year:<=1980 year:1975..1975", "year:1976.. year:..1980 year:1975"),
    ("condition:>=vg+ condition:VG", "condition:VG+..M condition:VG"),
    ("added:30d added:TODAY added:2024-02", "added:30d added:1d added:2024-02-01..2024-02-29"),
    ("added:<2024 added:>2024-12-31", "added:..2023-12-31 added:2025-01-01.."),
    ("added:<0001 added:>9998", "added:..0000-12-31 added:9999-01-01.."),
    ("added:2023-02-28..2023-12", "added:2023-02-28..2023-12-31"),
    ("lent:30d LENT:today lent:2024-02 lent:<2024", "lent:30d lent:1d lent:2024-02-01..2024-02-29 lent:..2023-12-31"),
    ("Never-Lent \"never-lent\" -never-lent", "never-lent \"never lent\" -never-lent"),
    ("tag:=\"Jazz Night\" TAG:jazz* tag:=Reissue", "tag:=\"jazz night\" tag:jazz* tag:=reissue"),
    ("sort:-year,title love", "love sort:-year,title"),
    ("in:Tracks love sort:year -artist:bowie", "love -artist:bowie in:tracks sort:year"),
    ("year:1975 IN:notes", "year:1975 in:notes"),
    ("Live: 9:15", "live \"9 15\""),
    ("DW:C:0123 code:dw:c:0123", "\"dw c 0123\" code:dwc0123"),
    ("lov* \"my lov\"* artist:bow*", "lov* \"my lov\"* artist:bow*"),
    ("\"OR\" or", "or or"),
  ])
  func `a query has one canonical form`(text: String, canonical: String) throws {
    let query = try Query(text, isTyping: false)
    #expect(query.description == canonical)
    #expect(try Query(canonical, isTyping: false) == query)
  }

  @Test(arguments: [
    ("bowie lo", "bowie lo*"), ("bowie lo ", "bowie lo"), ("artist:bow", "artist:bow*"), ("\"low\"", "low"),
    ("cat:CK-6", "catalogue:ck6*"), ("(lo", nil), ("overdue", "overdue"), ("year:1975", "year:1975"),
  ])
  func `the last word is a beginning while a person types`(text: String, canonical: String?) {
    #expect((try? Query(text, isTyping: true))?.description == canonical)
  }

  @Test func `the settings of lists have the domains and orders of the language`() throws {
    #expect(LibraryPolicy.Lists.domains == QueryDomain.allCases.map(\.rawValue))
    for order in LibraryPolicy.Lists.orders { #expect(try Query("sort:\(order)", isTyping: false).sort.count == 1) }
  }

  @Test(arguments: [
    ("in:tracks love", "track:love"), ("love in:notes artist:bow*", "note:love artist:bow*"),
    ("in:titles -(love OR year:1975)", "-(artist:love OR title:love OR year:1975)"),
    ("in:tags \"a b\" c", "(genre:\"a b\" OR style:\"a b\" OR tag:\"a b\") (genre:c OR style:c OR tag:c)"),
    (
      "in:metadata emi",
      "label:emi OR credit:emi OR format:emi OR country:emi OR catalogue:emi* OR barcode:emi* OR matrix:emi* OR code:emi*"
    ),
  ])
  func `a domain stands for its fields`(text: String, condition: String) throws {
    let query = try Query(text, isTyping: false)
    #expect(query.condition?.description == condition)
    #expect(try Query(condition, isTyping: false).condition == query.condition)
  }

  @Test(arguments: [
    ("love artits:bowie", "unknown-field", 5..<11, "artist"),
    ("xyzzyplugh:1", "unknown-field", 0..<10, nil),
    ("artist: bowie", "missing-value", 0..<7, nil),
    ("medium:vynil", "bad-value", 7..<12, "vinyl"),
    ("year:19x5", "bad-value", 5..<9, nil),
    ("year:1975..1969", "empty-range", 5..<15, nil),
    ("condition:>M", "empty-range", 10..<12, nil),
    ("added:>9999", "empty-range", 6..<11, nil),
    ("added:<0000", "empty-range", 6..<11, nil),
    ("added:2024-02-30", "bad-value", 6..<16, nil),
    ("lent:yesterday", "bad-value", 5..<14, nil),
    ("lent:>9999", "empty-range", 5..<10, nil),
    ("artist:&", "bad-value", 7..<8, nil),
    ("\"hunky", "unclosed-quotation", 0..<1, nil),
    ("a (b", "unclosed-parenthesis", 2..<3, nil),
    ("a) b", "unopened-parenthesis", 1..<2, nil),
    ("a ()", "empty-parentheses", 2..<4, nil),
    ("a OR", "missing-operand", 2..<4, nil),
    ("sort:year sort:title", "repeated-sort", 10..<20, nil),
    ("in:titles love in:tracks", "repeated-domain", 15..<24, nil),
    ("(in:titles love)", "misplaced-domain", 1..<10, nil),
    ("in:trakcs love", "bad-value", 3..<9, "tracks"),
    ("sort:yaer", "bad-value", 5..<9, "year"),
    ("-sort:year", "misplaced-sort", 1..<10, nil),
    (String(repeating: "a ", count: 65), "too-many-terms", 128..<129, nil),
    (String(repeating: "(", count: 17), "too-deep", 16..<17, nil),
    (String(repeating: "a", count: 1001), "too-long", 1000..<1001, nil),
  ])
  func `a mistake has its place and a suggestion`(text: String, code: String, position: Range<Int>, suggestion: String?)
  {
    do {
      _ = try Query(text, isTyping: false)
      Issue.record("\(text) was parsed")
    } catch {
      #expect(error.code == code)
      #expect(error.position == position)
      #expect(error.suggestion == suggestion)
    }
  }

  @Test func `carets stand under the mistake`() {
    do {
      _ = try Query("love artits:bowie", isTyping: false)
      Issue.record("it was parsed")
    } catch {
      #expect(error.marked(in: "love artits:bowie") == "love artits:bowie\n     ^^^^^^")
      #expect(error.description.contains("Did you mean artist?"))
    }
  }

  @Test(arguments: [
    (1, QuerySpan.Unit.days, "2024-03-31"), (2, .weeks, "2024-03-18"), (1, .months, "2024-03-01"),
    (13, .months, "2023-03-01"), (1, .years, "2023-04-01"), (9999, .years, "0000-01-01"),
  ])
  func `a span ends today`(count: Int, unit: QuerySpan.Unit, first: String) throws {
    let today = try #require(CivilDate(iso: "2024-03-31")).daysSince1970
    let span = try #require(QuerySpan(count, unit))
    #expect(CivilDate(daysSince1970: span.firstDay(until: today)).description == first)
  }

  @Test(arguments: [
    ("Ænima Øre Straße", ["aenima", "ore", "strasse"]), ("Motörhead", ["motorhead"]),
    ("Motorhe\u{308}ad", ["motorhead"]),
    ("Ếmile", ["emile"]), ("don\u{2019}t", ["dont"]), ("5-8-77", ["5", "8", "77"]), ("日本 がく", ["日本", "がく"]),
    ("!!!", []),
    ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF} \u{AC00}\u{11A8}", ["한글", "각"]),
    ("か\u{3099}く ハ\u{309A}パ ウ\u{3099}", ["がく", "パパ", "ヴ"]), ("か\u{3099}\u{3099}", ["が\u{3099}"]),
    ("ΆΛΦΑ Ёлка", ["αλφα", "елка"]), ("ǾǼ", ["oae"]), ("\u{1F71}\u{3AC}", ["αα"]),
  ])
  func `words are compared without case and diacritics`(text: String, words: [String]) {
    #expect(SearchWords.words(of: text) == words)
  }
}
