/// A copy of the expected set of a stock-take, as it was at the start.
package struct StockTakeLine: Hashable, Sendable {
  package var position: Int
  package var copy: Copy.ID
  /// The version of the copy at the start.
  package var copyVersion: Int
  package var release: Release.ID
  package var number: Int
  package var code: OwnCode
  package var title: String
  package var artist: String
  package var shelfMark: String?
  package var place: Place.ID?
  package var placeName: String?
  package var slotNumber: Int?
  package var expectation: Expectation

  package init(
    position: Int, copy: Copy.ID, copyVersion: Int, release: Release.ID, number: Int, code: OwnCode, title: String,
    artist: String, shelfMark: String?, place: Place.ID?, placeName: String?, slotNumber: Int?,
    expectation: Expectation
  ) {
    self.position = position
    self.copy = copy
    self.copyVersion = copyVersion
    self.release = release
    self.number = number
    self.code = code
    self.title = title
    self.artist = artist
    self.shelfMark = shelfMark
    self.place = place
    self.placeName = placeName
    self.slotNumber = slotNumber
    self.expectation = expectation
  }

  /// The state of the copy at the start; the raw value is stored in the database.
  package enum Expectation: String, CaseIterable, Codable, Sendable {
    /// It was to be in its place.
    case present
    case onLoan = "on-loan"
    /// It was missing already.
    case missing

    /// The class of the copy before anything was scanned or changed.
    package var classAtStart: StockTakeClass {
      switch self {
      case .present: .notScanned
      case .onLoan: .onLoan
      case .missing: .missingAgain
      }
    }
  }
}
