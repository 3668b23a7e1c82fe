internal import CSV
package import Deadwax
internal import Execution
package import Lending
internal import Storage

/// The reports of plays in a span of time, as tables for the societies that collect for performers and authors.
extension Plays {
  /// The maximum number of recordings with gaps, and of warnings, in a report.
  package static let mostGaps = 200
  /// The greatest number of days of a report.
  package static let mostDays = 400
  /// The facts that every report counts, also if its form has no column for them.
  private static let counted: [PlayField] = [.title, .artist, .label, .isrc, .seconds]
  private static let part = 500

  /// Returns the size of a report and the facts that it lacks.
  ///
  /// - Parameters:
  ///   - name: the name of a form.
  ///   - since: the earliest start of a play; nil for the beginning of the month before.
  ///   - until: the time before which plays started; nil for the end of the month before.
  ///   - station: the station whose plays are reported; nil for all.
  ///   - zone: the time zone of the library.
  /// - Returns: the report.
  /// - Throws: `StaffError.noSuchPlayReport`, or `.badSpan` for a span that is too long or ends before it begins.
  package func report(
    _ name: String, since: Timestamp?, until: Timestamp?, station: Station.Name?, in zone: POSIXTimeZone
  ) throws -> PlayReport {
    let form = try form(name)
    return try database.read { reading in
      let filter = try Self.span(since, until, station, at: reading.now, in: zone)
      let content = try self.content(filter, in: zone, reading)
      var report = PlayReport(
        form: form, since: filter.since ?? reading.now, until: filter.until ?? reading.now,
        dueOn: form.dueDays.flatMap { days in filter.until.map { Self.due(days, after: $0, in: zone) } },
        plays: content.plays, rows: 0, missing: [], gaps: [], gapCount: 0, warnings: [], warningCount: 0)
      let lines = form.isSum ? Self.summed(content.lines, form) : content.lines
      report.rows = lines.count
      report.missing = Self.missing(in: lines, form)
      let gaps = Self.gaps(in: lines, form)
      (report.gaps, report.gapCount) = (Array(gaps.prefix(Self.mostGaps)), gaps.count)
      if try policies.library(in: reading).plays.warnsOfComplement {
        let warnings = PerformanceComplement.warnings(content.selections)
        (report.warnings, report.warningCount) = (Array(warnings.prefix(Self.mostGaps)), warnings.count)
      }
      return report
    }
  }

  /// Returns the table of a report, as comma-separated values (RFC 4180) in UTF-8 with a byte order mark. The parameters
  /// are those of `report`.
  ///
  /// - Throws: `StaffError.noSuchPlayReport` or `.badSpan`.
  package func csv(
    _ name: String, since: Timestamp?, until: Timestamp?, station: Station.Name?, in zone: POSIXTimeZone
  ) throws -> [UInt8] {
    let form = try form(name)
    let content = try database.read { reading in
      try self.content(Self.span(since, until, station, at: reading.now, in: zone), in: zone, reading)
    }
    var table = CSVWriter(hasMark: true)
    table.write(form.columns.map(\.heading))
    for line in form.isSum ? Self.summed(content.lines, form) : content.lines {
      table.write(form.columns.map { column in column.field.map { line.text($0) } ?? column.text ?? "" })
    }
    return table.bytes
  }

  private func form(_ name: String) throws -> PlayForm {
    guard let form = forms.first(where: { $0.name == name }) else { throw StaffError.noSuchPlayReport }
    return form
  }

  /// The plays of a span, as rows and as recordings.
  private struct Content {
    var plays = 0
    var lines: [PlayLine] = []
    var selections: [PerformanceComplement.Selection] = []
  }

  private func content(_ filter: PlayFilter, in zone: POSIXTimeZone, _ records: any Queryable) throws -> Content {
    var content = Content()
    var shelf = PlayedReleases()
    var last: ListCursor?
    while true {
      let plays = try records.plays(filter, after: last, limit: Self.part)
      for play in plays {
        let copy = try shelf.copy(play.copy, in: records)
        let played = try shelf.release(copy.release, in: records)
        content.lines += PlayLine.lines(of: play, played, in: zone)
        content.selections += played.selections(of: play)
      }
      content.plays += plays.count
      guard plays.count == Self.part, let end = plays.last else { return content }
      last = ListCursor(end.startedAt, end.id)
    }
  }

  /// Returns the filter of a span; the month before the present one if no end is given.
  private static func span(
    _ since: Timestamp?, _ until: Timestamp?, _ station: Station.Name?, at now: Timestamp, in zone: POSIXTimeZone
  ) throws -> PlayFilter {
    let today = zone.day(at: now)
    let thisMonth = firstDay(today.year, today.month)
    let lastMonth = today.month == 1 ? firstDay(today.year - 1, 12) : firstDay(today.year, today.month - 1)
    var filter = PlayFilter()
    filter.station = station
    filter.since = since ?? start(of: lastMonth, in: zone)
    filter.until = until ?? (since == nil ? start(of: thisMonth, in: zone) : now)
    guard let begin = filter.since, let end = filter.until, begin < end else {
      throw StaffError.badSpan("'until' must be later than 'since'.")
    }
    guard end - begin <= .seconds(mostDays * 86_400) else {
      throw StaffError.badSpan("A report has at most \(mostDays) days.")
    }
    return filter
  }

  private static func firstDay(_ year: Int, _ month: Int) -> CivilDate {
    CivilDate(year: year, month: month, day: 1) ?? CivilDate(daysSince1970: 0)
  }

  private static func start(of day: CivilDate, in zone: POSIXTimeZone) -> Timestamp {
    zone.endOfDay(CivilDate(daysSince1970: day.daysSince1970 - 1)) + .milliseconds(1)
  }

  /// Returns the day until which a report is due: a number of days after the month in which the span ends.
  private static func due(_ days: Int, after until: Timestamp, in zone: POSIXTimeZone) -> CivilDate {
    let last = zone.day(at: until + .milliseconds(-1))
    let next = last.month == 12 ? firstDay(last.year + 1, 1) : firstDay(last.year, last.month + 1)
    return CivilDate(daysSince1970: next.daysSince1970 - 1 + days)
  }

  /// Returns one row for each recording, with the number of its plays. Rows are the same recording if all their columns
  /// but the number are equal.
  private static func summed(_ lines: [PlayLine], _ form: PlayForm) -> [PlayLine] {
    let fields = form.columns.compactMap(\.field).filter { $0 != .plays }
    var places: [[String]: Int] = [:]
    var summed: [PlayLine] = []
    for line in lines {
      let key = fields.map { line.text($0) }
      if let place = places[key] {
        summed[place].plays += line.plays
      } else {
        places[key] = summed.count
        summed.append(line)
      }
    }
    return summed
  }

  private static func missing(in lines: [PlayLine], _ form: PlayForm) -> [PlayReport.Missing] {
    let own = form.columns.compactMap(\.field) + form.needs.flatMap(\.self)
    let fields = (counted + own).reduce(into: [PlayField]()) { if !$0.contains($1) { $0.append($1) } }
    return fields.compactMap { field in
      let without = lines.filter { !$0.has(field) }
      guard !without.isEmpty else { return nil }
      let needed = without.count { line in line.unmet(form.needs).contains { $0.contains(field) } }
      return PlayReport.Missing(field: field, rows: without.count, needed: needed)
    }
  }

  private static func gaps(in lines: [PlayLine], _ form: PlayForm) -> [PlayReport.Gap] {
    var places: [[String]: Int] = [:]
    var gaps: [PlayReport.Gap] = []
    for line in lines {
      let fields = line.unmet(form.needs).compactMap(\.first)
      guard !fields.isEmpty else { continue }
      let key = [line.release.id.text, line.position ?? ""]
      if let place = places[key] {
        gaps[place].plays += line.plays
      } else {
        places[key] = gaps.count
        gaps.append(
          PlayReport.Gap(release: line.release, position: line.position, fields: fields, plays: line.plays))
      }
    }
    return gaps.enumerated().sorted { ($1.element.plays, $0.offset) < ($0.element.plays, $1.offset) }.map(\.element)
  }
}
