/// A smart collection that every library has. The raw value is its id in the API.
package enum BuiltInCollection: String, CaseIterable, Sendable {
  case all
  case recentlyAdded = "recently-added"
  case wishList = "wish-list"
  case favourites
  case missingLocation = "missing-location"
  case needsCover = "needs-cover"
  case noBarcode = "no-barcode"
  case loanedOut = "loaned-out"
  case overdueLoans = "overdue-loans"

  /// The query of the library that it stands for.
  package var query: String {
    switch self {
    case .all: ""
    case .recentlyAdded: "added:30d"
    case .wishList: "wished"
    case .favourites: "favourite"
    case .missingLocation: "missing-location"
    case .needsCover: "needs-cover"
    case .noBarcode: "no-barcode"
    case .loanedOut: "on-loan"
    case .overdueLoans: "overdue"
    }
  }

  /// The name in English. Pages have it in the language of their reader.
  package var name: String {
    switch self {
    case .all: "All releases"
    case .recentlyAdded: "Recently added"
    case .wishList: "Wish list"
    case .favourites: "Favourites"
    case .missingLocation: "Missing location"
    case .needsCover: "Needs cover"
    case .noBarcode: "No barcode"
    case .loanedOut: "Loaned out"
    case .overdueLoans: "Overdue loans"
    }
  }
}
