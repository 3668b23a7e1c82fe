/// The numbers of one year, as libraries report them. They name no borrower.
package struct YearForm: Hashable, Sendable {
  /// A number of the form.
  package struct Figure: Hashable, Sendable {
    package var name: Name
    package var count: Int
    /// The query of the library that finds exactly the counted releases; nil if the language has none.
    package var query: String?

    package init(_ name: Name, _ count: Int, query: String? = nil) {
      (self.name, self.count, self.query) = (name, count, query)
    }
  }

  /// The name of a number, in the order of the form.
  package enum Name: String, CaseIterable, Sendable {
    /// The releases that the library has now and had at the end of the year.
    case releases
    case releasesAdded = "releases-added"
    /// The copies at the end of the year, without the lost and the withdrawn ones.
    case copies
    case copiesCD = "copies-cd"
    case copiesVinyl = "copies-vinyl"
    case copiesCassette = "copies-cassette"
    case copiesOther = "copies-other"
    case copiesAdded = "copies-added"
    case bought, given
    case onDeposit = "on-deposit"
    case withdrawn, lost
    /// Copies that are lost or withdrawn without a date. They are in no other number of the form.
    case undated
    case loans, returns
    /// The renewals of the loans that began in the year.
    case renewals
    case holds
    /// The different borrowers of the loans that began in the year.
    case borrowers
    /// The loans that began in the year and no longer name their borrower.
    case anonymous
  }

  package var year: Int
  package var figures: [Figure]

  package init(year: Int, figures: [Figure]) { (self.year, self.figures) = (year, figures) }
}
