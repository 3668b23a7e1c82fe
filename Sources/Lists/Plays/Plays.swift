package import Catalogue
package import Deadwax
package import Execution
internal import Lending
package import Storage

/// The plays of copies: by a scan, entered by a person, or by presence.
package struct Plays: Sendable {
  /// The longest play. A longer one is a mistake of a clock or a person.
  package static let longest = Duration.seconds(24 * 3600)
  /// The time by which the clock of a caller may be ahead.
  private static let ahead = Duration.seconds(120)
  /// The maximum number of plays that are read before a page for the performance complement.
  private static let mostBefore = 5_000

  let database: Database
  let policies: LibraryPolicies
  /// The forms of reports.
  package let forms: [PlayForm]
  private let published: @Sendable () -> Void

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - policies: the settings of the library.
  ///   - forms: the forms of reports.
  ///   - published: called after each commit that published an event; must not block.
  package init(
    database: Database, policies: LibraryPolicies, forms: [PlayForm],
    published: @escaping @Sendable () -> Void
  ) {
    self.database = database
    self.policies = policies
    self.forms = forms
    self.published = published
  }

  /// Returns a page of plays, the newest first.
  ///
  /// - Parameters:
  ///   - filter: the conditions of the list.
  ///   - cursor: the `next` of the previous page, nil for the first page.
  ///   - limit: the maximum number of plays, 1 to 200.
  /// - Returns: the page.
  /// - Throws: `CatalogueError.badCursor`.
  package func list(_ filter: PlayFilter, cursor: String?, limit: Int) throws -> Catalogue.Page<PlayView> {
    var before: ListCursor?
    if let cursor {
      guard let position = ListCursor(cursor) else { throw CatalogueError.badCursor }
      before = position
    }
    return try database.read { reading in
      var filter = filter
      filter.release = try filter.release.map { try reading.remaining(of: $0) }
      let rows = try reading.plays(filter, before: before, limit: limit + 1)
      let page = Array(rows.prefix(limit))
      return Catalogue.Page(
        items: try views(of: page, on: filter.station, in: reading),
        next: rows.count > limit ? page.last.map { ListCursor($0.startedAt, $0.id).text } : nil,
        total: try before == nil ? reading.playTotal(filter) : nil)
    }
  }

  /// Returns a play.
  ///
  /// - Throws: `StaffError.noSuchPlay`.
  package func play(_ id: Play.ID) throws -> PlayView {
    try database.read { try opened(try $0.known(id, ifVersion: nil), in: $0) }
  }

  /// Adds a play of a copy.
  ///
  /// - Parameters:
  ///   - copy: the copy.
  ///   - position: the position of a track, a side or a disc; nil if it is not known.
  ///   - startedAt: the beginning; nil for now.
  ///   - endedAt: the end; nil if it is not known.
  ///   - id: the id of the new play; a new one if nil. An existing play with this id is the result of an earlier attempt
  ///     and is returned.
  ///   - by: the person or program that makes the change.
  /// - Returns: the play.
  /// - Throws: `StaffError.noSuchCopy` or `.badValue`.
  package func add(
    _ copy: Copy.ID, position: String?, startedAt: Timestamp?, endedAt: Timestamp?, id: Play.ID?, by: String?
  ) throws -> PlayView {
    let position = try FieldValidation.optionalLine(position, "position", atMost: Play.longestPosition)
    return try write { transaction in
      if let id, let earlier = try transaction.play(id) { return try opened(earlier, in: transaction) }
      guard let found = try transaction.copy(copy) else { throw StaffError.noSuchCopy }
      let startedAt = startedAt ?? transaction.now
      try Self.check(startedAt, endedAt, at: transaction.now)
      let play = Play(
        id: id ?? transaction.newID(), copy: copy,
        position: try position.map { try transaction.printed($0, of: found.release) }, startedAt: startedAt,
        endedAt: endedAt, source: .page, station: nil, version: 1)
      try transaction.insert(play)
      try transaction.publish(.copyChanged(change: .played), subject: copy.text)
      try transaction.recordChange(.played, by: by)
      return try opened(play, in: transaction)
    }
  }

  /// Removes a play, which its copy then counts no longer.
  ///
  /// - Throws: `StaffError.noSuchPlay` or `.staleVersion`.
  package func remove(_ id: Play.ID, ifVersion version: Int?, by: String?) throws {
    try write { transaction in
      let play = try transaction.known(id, ifVersion: version)
      try transaction.remove(play)
      try transaction.publish(.copyChanged(change: .played), subject: play.copy.text)
      try transaction.recordChange(.copy, by: by)
    }
  }

  private static func check(_ startedAt: Timestamp, _ endedAt: Timestamp?, at now: Timestamp) throws {
    guard startedAt <= now + ahead else {
      throw StaffError.badValue(field: "startedAt", sentence: "It must not be in the future.")
    }
    guard startedAt.milliseconds >= 0 else {
      throw StaffError.badValue(field: "startedAt", sentence: "It must not be before 1970.")
    }
    guard let endedAt else { return }
    guard endedAt >= startedAt, endedAt <= startedAt + longest, endedAt <= now + ahead else {
      throw StaffError.badValue(
        field: "endedAt", sentence: "It must be within 24 hours after the start, and not in the future.")
    }
  }

  private func opened(_ play: Play, in records: any Queryable) throws -> PlayView {
    guard let view = try views(of: [play], on: play.station, in: records).first else { throw StaffError.noSuchPlay }
    return view
  }

  /// Returns plays with their copies, releases and warnings.
  private func views(
    of plays: [Play], on station: Station.Name?, in records: any Queryable
  ) throws -> [PlayView] {
    var shelf = PlayedReleases()
    let warnings = try warnings(about: plays, on: station, &shelf, in: records)
    return try plays.map { play in
      let copy = try shelf.copy(play.copy, in: records)
      let played = try shelf.release(copy.release, in: records)
      return PlayView(
        play: play, copy: copy, release: played.release, titles: played.tracks(of: play).map(\.track.title),
        warnings: warnings[play.id] ?? [])
    }
  }

  /// Returns the warnings about plays. The plays of the three hours before each of them count too.
  private func warnings(
    about plays: [Play], on station: Station.Name?, _ shelf: inout PlayedReleases, in records: any Queryable
  ) throws -> [Play.ID: [ComplementWarning]] {
    guard try policies.library(in: records).plays.warnsOfComplement else { return [:] }
    var found: [Play.ID: [ComplementWarning]] = [:]
    for span in Self.spans(before: plays.map(\.startedAt)) {
      var around = PlayFilter()
      (around.station, around.since, around.until) = (station, span.lowerBound, span.upperBound + .milliseconds(1))
      var selections: [PerformanceComplement.Selection] = []
      for play in try records.plays(around, after: nil, limit: Self.mostBefore) {
        let copy = try shelf.copy(play.copy, in: records)
        selections += try shelf.release(copy.release, in: records).selections(of: play)
      }
      for warning in PerformanceComplement.warnings(selections) { found[warning.play, default: []].append(warning) }
    }
    return found
  }

  /// Returns the spans of time from three hours before each of some times. Those that touch each other are one span, so
  /// that plays of distant days need no plays between them.
  private static func spans(before times: [Timestamp]) -> [ClosedRange<Timestamp>] {
    times.sorted().reduce(into: []) { spans, time in
      let start = time + (Duration.zero - PerformanceComplement.period)
      if let last = spans.last, start <= last.upperBound {
        spans[spans.count - 1] = last.lowerBound...time
      } else {
        spans.append(start...time)
      }
    }
  }

  /// Runs a write transaction, and reports the published events after its commit.
  private func write<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) throws -> Result {
    try database.write { [published] transaction in
      let result = try body(transaction)
      transaction.afterCommit(published)
      return result
    }
  }
}

extension Queryable {
  /// - Throws: `StaffError.noSuchPlay` or `.staleVersion`.
  fileprivate func known(_ id: Play.ID, ifVersion version: Int?) throws -> Play {
    guard let play = try play(id) else { throw StaffError.noSuchPlay }
    if let version, version != play.version { throw StaffError.staleVersion(now: play.version) }
    return play
  }

  /// Returns a position as the release prints it. A release without a track list takes any position.
  ///
  /// - Throws: `StaffError.badValue` if the release has tracks, and none of them is there.
  fileprivate func printed(_ position: String, of release: Release.ID) throws -> String {
    guard let tracks = try detail(of: release)?.tracks, !PlayedTrack.all(of: tracks).isEmpty else { return position }
    guard let printed = PlayedTrack.printed(position, in: tracks) else {
      throw StaffError.badValue(field: "position", sentence: "The release has no track, side or disc of this name.")
    }
    return printed
  }
}
