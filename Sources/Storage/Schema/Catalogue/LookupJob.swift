package import Deadwax

/// A query to an external catalogue, stored until it is answered.
package struct LookupJob: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// A search by barcode.
    case search
    /// A request by the catalogue's own record number.
    case release
  }

  /// The state of the job. The raw value is stored in the database.
  package enum State: String, CaseIterable, Sendable {
    /// The job waits for its time.
    case pending
    case running
    case done
    /// Nothing was found. The query is repeated at long intervals, since people add to catalogues.
    case notFound = "not-found"
    /// The job will never succeed unchanged.
    case failed
    /// The job waits until staff correct something, such as the token.
    case blocked
  }

  package let id: Int64
  package let kind: Kind
  /// The key under which there is one open job: a GTIN of 13 digits, or the address of a release at Discogs.
  package let key: String
  package let release: Release.ID
  /// The catalogue's record number, for jobs of the kind `release`.
  package let sourceID: String?
  package let state: State
  /// The number of consecutive attempts that failed or found nothing.
  package let attempts: Int
  package let scan: Reading.ID?
  package let lane: Lane
  /// The scan target of the station that caused the job.
  package let target: ScanTarget

  /// Those who wait for a job. The raw value is stored in the database; the lowest comes first.
  package enum Lane: Int, CaseIterable, Sendable {
    case person = 0
    case background = 1
  }

  /// The barcode; nil for a job that a release's address has caused.
  package var gtin: GTIN? { GTIN(key: key) }
}
