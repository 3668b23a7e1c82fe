internal import Deadwax
internal import Lending
internal import Queries
internal import Storage

extension StatisticTable {
  /// Returns the releases by decade.
  static func decades(_ found: SearchGroups) -> StatisticTable {
    let groups = found.decades.sorted { $0.key < $1.key }.map { decade, count in
      StatisticGroup(
        key: String(decade), name: String(decade), count: count,
        query: QueryRange(decade, decade + 9).map { QueryTerm.year($0).description })
    }
    return whole(.decade, groups, total: found.total)
  }

  /// Returns the releases and the copies by medium.
  static func media(_ found: SearchGroups, copies: [Medium: Int]) -> StatisticTable {
    let groups = found.media.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map { medium, count in
      StatisticGroup(
        key: medium.rawValue, name: medium.rawValue, count: count, copies: copies[medium, default: 0],
        query: QueryTerm.medium(medium).description)
    }
    return whole(.medium, groups, total: found.total)
  }

  /// Returns the releases with a copy of each grade, the best grade first.
  static func conditions(_ found: SearchGroups, copies: [(name: String, number: Int)]) -> StatisticTable {
    let held = copies.reduce(into: [Grade: Int]()) { held, item in
      if let grade = Grade(item.name) { held[grade, default: 0] += item.number }
    }
    let groups = Grade.allCases.reversed().compactMap { grade in
      found.grades[grade].map { count in
        StatisticGroup(
          key: grade.rawValue, name: grade.rawValue, count: count, copies: held[grade, default: 0],
          query: QueryTerm.grade(grade...grade).description)
      }
    }
    var table = whole(.condition, groups, total: found.total)
    // A release can have copies of several grades.
    table.without = found.total - found.graded
    return table
  }

  /// Returns numbers of days by month, without a gap between the first and the last one.
  ///
  /// - Parameters:
  ///   - statistic: the statistic.
  ///   - days: the numbers by day, as a number of days since 1970.
  ///   - copies: the numbers of copies likewise; nil for none.
  ///   - query: returns the query of the days from the first to the last one of a month.
  /// - Returns: the newest months.
  static func months(
    _ statistic: Statistic, _ days: [Int: Int], copies: [Int: Int]?, query: (Int, Int) -> String?
  ) -> StatisticTable {
    func byMonth(_ days: [Int: Int]) -> [Int: Int] {
      days.reduce(into: [:]) { months, item in
        let date = CivilDate(daysSince1970: item.key)
        months[date.year * 12 + date.month - 1, default: 0] += item.value
      }
    }
    let (counts, held) = (byMonth(days), copies.map(byMonth))
    let groups = newest(of: Set(counts.keys).union((held ?? [:]).keys)) { month in
      let (year, number) = (month / 12, month % 12 + 1)
      guard let first = CivilDate(year: year, month: number, day: 1)?.daysSince1970 else { return nil }
      let last =
        (28...31).reversed().lazy.compactMap { CivilDate(year: year, month: number, day: $0)?.daysSince1970 }.first
      let key = String((CivilDate(daysSince1970: first).description).prefix(7))
      return StatisticGroup(
        key: key, name: key, count: counts[month, default: 0], copies: held.map { $0[month, default: 0] },
        query: query(first, last ?? first))
    }
    let sum = counts.values.reduce(0, +)
    return StatisticTable(
      statistic, groups: groups.shown, groupCount: groups.count, sum: sum, total: sum, without: 0)
  }

  /// Returns numbers of days by year likewise.
  ///
  /// - Parameters:
  ///   - statistic: the statistic.
  ///   - days: the numbers by day.
  ///   - releases: the numbers of releases that the queries find.
  ///   - query: returns the query of the days from the first to the last one of a year.
  /// - Returns: the newest years.
  static func years(
    _ statistic: Statistic, _ days: [Int: Int], releases: [Int: Int], query: (Int, Int) -> String?
  ) -> StatisticTable {
    func byYear(_ days: [Int: Int]) -> [Int: Int] {
      days.reduce(into: [:]) { years, item in
        years[CivilDate(daysSince1970: item.key).year, default: 0] += item.value
      }
    }
    let (counts, found) = (byYear(days), byYear(releases))
    let groups = newest(of: Set(counts.keys).union(found.keys)) { year in
      guard let first = CivilDate(year: year, month: 1, day: 1), let last = CivilDate(year: year, month: 12, day: 31)
      else { return nil }
      return StatisticGroup(
        key: String(year), name: String(year), count: counts[year, default: 0], releases: found[year, default: 0],
        query: query(first.daysSince1970, last.daysSince1970))
    }
    let sum = counts.values.reduce(0, +)
    return StatisticTable(
      statistic, groups: groups.shown, groupCount: groups.count, sum: sum, total: sum, without: 0)
  }

  /// Makes the groups of the newest of all numbers between the first and the last one.
  private static func newest(
    of numbers: Set<Int>, _ group: (Int) -> StatisticGroup?
  ) -> (shown: [StatisticGroup], count: Int) {
    guard let first = numbers.min(), let last = numbers.max() else { return ([], 0) }
    return ((max(first, last - Statistics.mostGroups + 1)...last).compactMap(group), last - first + 1)
  }

  /// Returns a table that has all of its groups.
  private static func whole(_ statistic: Statistic, _ groups: [StatisticGroup], total: Int) -> StatisticTable {
    let sum = groups.reduce(0) { $0 + $1.count }
    return StatisticTable(
      statistic, groups: groups, groupCount: groups.count, sum: sum, total: total, without: max(0, total - sum))
  }
}

extension String? {
  /// Returns the query for a whole text of a field; nil if the language cannot say it, such as for too many words.
  static func whole(_ words: String, in field: QueryTextField) -> String? {
    guard let text = QueryWords(whole: words) else { return nil }
    let wanted = QueryCondition.term(.text(field, text))
    guard let query = try? Query(wanted.description, isTyping: false), query.condition == wanted else { return nil }
    return wanted.description
  }
}
