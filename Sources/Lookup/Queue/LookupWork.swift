internal import Deadwax
internal import Storage

/// The processing of one look-up job.
struct LookupWork: Sendable {
  let client: DiscogsClient
  let preference: LookupPreference

  /// The result of the look-up, the chosen release, and the hits that were not chosen.
  struct Answer: Sendable {
    var result: LookupSchedule.Result
    var release: CatalogueRelease?
    var others: [LookupCandidate] = []

    /// Stores the result, unless staff have edited the release meanwhile.
    func store(for job: LookupJob, in transaction: WriteTransaction) throws {
      guard let before = try transaction.release(job.release), before.status != .manual else { return }
      if !others.isEmpty { try transaction.store(others, of: job.release) }
      if let release {
        var after = before
        release.fill(&after)
        try transaction.resolve(before, as: after, with: release.detail, scan: job.scan)
      } else if result == .nothing, before.status == .unresolved {
        try transaction.set(.notFound, of: job.release)
        try transaction.recordChange(.resolve, scan: job.scan)
        try transaction.publishLookup(.notFound, reason: nil, release: job.release)
      }
    }
  }

  /// The most candidates to fetch. Hits whose record turns out to be withdrawn are skipped.
  private static let tries = 3

  /// Processes a job.
  ///
  /// - Parameters:
  ///   - job: the job.
  ///   - now: the time to note on the result.
  /// - Returns: the answer; an error is one too.
  func query(_ job: LookupJob, at now: Timestamp) -> Answer {
    do throws(LookupError) {
      return switch job.kind {
      case .search: try search(job.gtin, at: now)
      case .release: try fetch(job, at: now)
      }
    } catch {
      return Answer(result: .failed(error))
    }
  }

  private func search(_ gtin: GTIN, at now: Timestamp) throws(LookupError) -> Answer {
    let hits = try client.searchBarcode(gtin)
    let match = ReleaseMatch(hits, for: .init(gtin: gtin, medium: preference.medium, countries: preference.countries))
    let all = match.candidates + match.otherMedia
    for candidate in match.candidates.prefix(Self.tries) {
      guard let release = try release(candidate.id, at: now) else { continue }
      let others = all.filter { $0.id != candidate.id }.prefix(ReleaseMatch.limit).map(match.row)
      return Answer(result: .found, release: release, others: others)
    }
    // A cassette does not answer a search for a CD, but it is offered.
    return Answer(result: .nothing, others: all.prefix(ReleaseMatch.limit).map(match.row))
  }

  private func fetch(_ job: LookupJob, at now: Timestamp) throws(LookupError) -> Answer {
    guard let id = job.sourceID.flatMap({ Int64($0) }), let release = try release(id, at: now) else {
      return Answer(result: .nothing)
    }
    return Answer(result: .found, release: release)
  }

  /// Returns a release; nil for a record that is deleted or withdrawn.
  private func release(_ id: Int64, at now: Timestamp) throws(LookupError) -> CatalogueRelease? {
    do throws(LookupError) {
      let release = try client.release(id: id, at: now)
      return release.isAccepted ? release : nil
    } catch .notFound {
      return nil
    } catch {
      throw error
    }
  }
}

extension ReleaseMatch {
  /// Returns a hit in its stored form, without the number of owners, which may not be stored.
  fileprivate func row(_ hit: SearchHit) -> LookupCandidate {
    let formats = hit.formats.flatMap { [$0.name] + $0.descriptions + ($0.text.map { [$0] } ?? []) }
    return LookupCandidate(
      sourceID: String(hit.id), title: hit.title, country: hit.country, year: hit.year,
      catalogNumber: hit.catalogNumber, formats: formats.joined(separator: ", "),
      reasons: reasons[hit.id, default: []].map(\.rawValue))
  }
}
