internal import Deadwax
internal import Storage

/// The processing of one look-up job.
struct LookupWork: Sendable {
  let client: DiscogsClient

  /// The result of the look-up, the chosen release, and all hits, the chosen one among them.
  struct Answer: Sendable {
    var result: LookupSchedule.Result
    var release: CatalogueRelease?
    var hits: [LookupCandidate] = []

    /// Stores the result, unless the release was entered by hand or removed. A merged release stands for the remaining
    /// one, and fields that a person edited stay as they are.
    func store(for job: LookupJob, in transaction: WriteTransaction) throws {
      let id = try transaction.remaining(of: job.release)
      guard try transaction.isListed(id), let before = try transaction.release(id) else { return }
      // The barcode of a merged release is no reason to replace the source of the remaining one.
      if id != job.release, try transaction.detail(of: id)?.source != nil { return }
      if before.status == .manual, try transaction.detail(of: id)?.edited.isEmpty ?? true { return }
      if !hits.isEmpty { try transaction.store(hits, of: id) }
      if let release {
        var after = before
        release.fill(&after)
        try transaction.resolve(before, as: after, with: release.detail, scan: job.scan)
      } else if result.isFinal, before.status == .unresolved {
        try transaction.set(.notFound, of: id)
        try transaction.recordChange(.resolve, scan: job.scan)
        try transaction.publishLookup(.notFound, reason: nil, release: id)
      }
    }
  }

  /// The most candidates to fetch. Hits whose record turns out to be withdrawn are skipped.
  private static let tries = 3

  /// Processes a job.
  ///
  /// - Parameters:
  ///   - job: the job.
  ///   - choice: the record number that a person chose for the barcode; nil if none was chosen.
  ///   - preference: the criteria for a choice among several matching releases.
  ///   - now: the time to note on the result.
  /// - Returns: the answer; an error is one too.
  func query(_ job: LookupJob, choice: String?, by preference: LookupPreference, at now: Timestamp) -> Answer {
    do throws(LookupError) {
      return switch job.kind {
      case .search: try search(job, choice: choice.flatMap { Int64($0) }, by: preference, at: now)
      case .release: try fetch(job, at: now)
      }
    } catch {
      return Answer(result: .failed(error))
    }
  }

  private func search(
    _ job: LookupJob, choice: Int64?, by preference: LookupPreference, at now: Timestamp
  ) throws(LookupError) -> Answer {
    guard let gtin = job.gtin else { return Answer(result: .nothing) }
    let found = try client.searchBarcode(gtin, priority: job.lane.priority)
    let match = ReleaseMatch(
      found,
      for: .init(
        gtin: gtin, target: job.target, countries: preference.countries, catalogNumber: preference.catalogNumber))
    let hits = (match.candidates + match.otherMedia).prefix(ReleaseMatch.limit).map { hit in
      hit.candidate(of: gtin, behindBy: match.reasons[hit.id])
    }
    // A person's choice comes before every rule, even if the search does not return it.
    let ranked = match.candidates.prefix(Self.tries).map(\.id)
    for id in (choice.map { [$0] } ?? []) + ranked.filter({ $0 != choice }) {
      guard let release = try release(id, job.lane.priority, at: now) else { continue }
      return Answer(result: .found, release: release, hits: hits)
    }
    // A cassette does not answer a search for a CD, but it is offered.
    return Answer(result: .nothing, hits: hits)
  }

  private func fetch(_ job: LookupJob, at now: Timestamp) throws(LookupError) -> Answer {
    guard let id = job.sourceID.flatMap({ Int64($0) }), let release = try release(id, job.lane.priority, at: now) else {
      return Answer(result: .nothing)
    }
    return Answer(result: .found, release: release)
  }

  /// Returns a release; nil for a record that is deleted or withdrawn.
  private func release(
    _ id: Int64, _ priority: RequestBudget.Priority, at now: Timestamp
  ) throws(LookupError) -> CatalogueRelease? {
    do throws(LookupError) {
      let release = try client.release(id: id, priority: priority, at: now)
      return release.isAccepted ? release : nil
    } catch .notFound {
      return nil
    } catch {
      throw error
    }
  }
}

extension LookupSchedule.Result {
  /// True if the catalogue has no match, or will never answer: only people can fill in the release.
  fileprivate var isFinal: Bool {
    switch self {
    case .nothing, .failed(.notFound), .failed(.invalidResponse(.refused)): true
    case .found, .failed: false
    }
  }
}

extension LookupJob.Lane {
  /// The priority of the requests of a job in this lane.
  fileprivate var priority: RequestBudget.Priority { self == .person ? .interactive : .background }
}

extension SearchHit {
  /// The most numbers of a hit that are stored.
  private static let mostNumbers = 8

  /// Returns the hit in its stored form, without the number of owners, which may not be stored.
  fileprivate func candidate(of gtin: GTIN, behindBy reason: MatchReason?) -> LookupCandidate {
    let notes = formats.compactMap(\.text).filter { !$0.isEmpty }
    // The search mixes barcodes, label codes and the numbers of the run-out in one list.
    let numbers = identifiers.filter { gtin.likeness(to: $0) == .none }
    return LookupCandidate(
      sourceID: String(id), title: title, country: country, year: year, catalogNumber: catalogNumber,
      formats: formats.flatMap { [$0.name] + $0.descriptions + ($0.text.map { [$0] } ?? []) }.joined(separator: ", "),
      note: notes.isEmpty ? nil : notes.joined(separator: ", "), matrix: Array(numbers.prefix(Self.mostNumbers)),
      reason: reason?.rawValue)
  }
}
