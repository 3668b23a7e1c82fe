/// A borrower's id and short name.
struct BorrowerBrief: Decodable {
  var id: String
  var shortName: String
}
