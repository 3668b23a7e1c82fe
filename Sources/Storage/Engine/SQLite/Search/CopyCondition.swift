package import Deadwax
internal import Lending
package import Queries

/// A condition about one copy `c` as SQL, made of the parts of a query that are about copies. It is true or false, never
/// NULL.
///
/// A query finds a release if one of its copies fits. A change of copies must not reach the others, so the parts about
/// copies are asked of each copy again.
struct CopyCondition {
  let sql: String
  let values: [(any Bindable)?]

  /// - Parameters:
  ///   - condition: a condition about copies alone.
  ///   - moment: the time of the search.
  ///   - reading: the transaction, which knows the places, the crates and the conditions of copies.
  /// - Throws: a `StorageError`.
  init(_ condition: QueryCondition, at moment: SearchMoment, in reading: some Queryable) throws {
    (sql, values) = try Self.text(of: condition, moment, reading)
  }

  private static func text(
    of condition: QueryCondition, _ moment: SearchMoment, _ reading: some Queryable
  ) throws -> (String, [(any Bindable)?]) {
    switch condition {
    case .all(let parts): return try text(of: parts, joinedBy: "AND", moment, reading)
    case .any(let parts): return try text(of: parts, joinedBy: "OR", moment, reading)
    case .not(let part):
      let (sql, values) = try text(of: part, moment, reading)
      return ("NOT (\(sql))", values)
    case .term(let term): return try text(of: term, moment, reading)
    }
  }

  private static func text(
    of parts: [QueryCondition], joinedBy operation: String, _ moment: SearchMoment, _ reading: some Queryable
  ) throws -> (String, [(any Bindable)?]) {
    var (texts, values): ([String], [(any Bindable)?]) = ([], [])
    for part in parts {
      let (sql, bound) = try text(of: part, moment, reading)
      texts.append(sql)
      values += bound
    }
    return ("(" + texts.joined(separator: " \(operation) ") + ")", values)
  }

  private static func text(
    of term: QueryTerm, _ moment: SearchMoment, _ reading: some Queryable
  ) throws -> (String, [(any Bindable)?]) {
    switch term {
    case .text(.place, let text):
      return ("(c.place_id IS NOT NULL AND \(SearchCondition.placed))", [try reading.places(named: text)])
    case .text(.crate, let text):
      let ids = try reading.crates(named: text)
      return (CrateContents.hasCopy, [ids, ids])
    case .grade(let grades):
      // Tables of other programs have long forms, so the texts are compared as grades.
      let texts = try reading.all(
        "SELECT DISTINCT media_condition FROM copy WHERE media_condition IS NOT NULL ORDER BY media_condition"
      ) { try $0.text(0) }
      let fitting = texts.filter { Grade($0).map { grades.contains($0) } ?? false }
      let list = "c.media_condition IN (SELECT value FROM json_each(?))"
      return ("(c.media_condition IS NOT NULL AND \(list))", [JSONList.array(fitting)])
    case .state(.onLoan):
      return ("EXISTS (SELECT 1 FROM loan l WHERE l.copy_id = c.id AND l.returned_at IS NULL)", [])
    case .state(.overdue):
      return (
        "EXISTS (SELECT 1 FROM loan l WHERE l.copy_id = c.id AND l.returned_at IS NULL AND l.due_at < ?)", [moment.now]
      )
    case .state(.missingLocation): return ("(\(SearchCondition.withoutPlace))", [])
    case .state(.neverLent): return ("(\(UnlentCopies.condition))", [])
    case .lent, .lentWithin:
      guard let times = LoanTimes.values(of: term, at: moment) else { return ("0", []) }
      return (LoanTimes.hasCopy, times)
    default: return ("1", [])
    }
  }
}

extension Query {
  /// True if a part of the query is about copies, so that it finds some copies of a release and not others.
  package var isAboutCopies: Bool { parts.contains { $0.subject == .copies } }

  /// The conditions of which each holds.
  fileprivate var parts: [QueryCondition] {
    switch condition {
    case .all(let parts)?: parts
    case let condition?: [condition]
    case nil: []
    }
  }
}

extension Queryable {
  /// Returns the ids of the copies that a query finds, in the order of their numbers: those of its releases for which the
  /// parts of the query about copies are true.
  ///
  /// - Parameters:
  ///   - query: the query, which has a condition.
  ///   - moment: the time of the search.
  ///   - places: the places to which the copies belong directly; nil for all copies.
  ///   - limit: the maximum number of copies.
  /// - Returns: the ids; nil if a part of the query is about releases or copies, so that it chooses no copies.
  /// - Throws: a `StorageError`; `.interrupted` if the read was interrupted.
  package func copies(
    matching query: Query, at moment: SearchMoment, in places: [Place.ID]?, limit: Int
  ) throws -> [Copy.ID]? {
    var list = ListConditions()
    if let places { list.add("c.place_id IN (SELECT value FROM json_each(?))", [JSONList.array(places.map(\.text))]) }
    let found = try ReleaseSearch(query, at: moment, in: self).list(nil, ReleaseFilter(), nil)
    list.add("c.release_id IN (SELECT r.id \(found.sql))", found.values + [Int.max])
    for part in query.parts {
      switch part.subject {
      case .releases: continue
      case .both: return nil
      case .copies:
        let condition = try CopyCondition(part, at: moment, in: self)
        list.add(condition.sql, condition.values)
      }
    }
    let copies: [Copy.ID] = try all(
      "SELECT c.id FROM copy c \(list.sql) ORDER BY c.number LIMIT ?", list.values + [limit]
    ) { try $0.id(0) }
    return copies
  }
}

extension QueryCondition {
  fileprivate enum Subject { case releases, copies, both }

  /// The subject of a condition.
  fileprivate var subject: Subject {
    switch self {
    case .all(let parts), .any(let parts):
      let subjects = Set(parts.map(\.subject))
      return subjects.count == 1 ? subjects.first ?? .both : .both
    case .not(let part): return part.subject
    case .term(.text(.place, _)), .term(.text(.crate, _)), .term(.grade), .term(.state(.onLoan)),
      .term(.state(.overdue)), .term(.state(.missingLocation)), .term(.state(.neverLent)), .term(.lent),
      .term(.lentWithin):
      return .copies
    case .term(.number(.code, _)): return .both
    case .term: return .releases
    }
  }
}
