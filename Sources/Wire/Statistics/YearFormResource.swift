package import Deadwax

/// The numbers of one year, as libraries report them. They name no borrower.
package struct YearFormResource: Codable, Sendable {
  package var year: Int
  package var figures: [Figure]

  /// A number of the form.
  package struct Figure: Codable, Sendable {
    package var name: String
    package var count: Int
    /// The query of the library that finds exactly the counted releases.
    package var query: String?

    package init(_ figure: YearForm.Figure) {
      (name, count, query) = (figure.name.rawValue, figure.count, figure.query)
    }
  }

  package init(_ form: YearForm) {
    year = form.year
    figures = form.figures.map { Figure($0) }
  }
}
