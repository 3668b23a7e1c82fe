/// An amount in one currency.
struct AmountDue: Decodable, Hashable {
  var amount: Int
  var currency: String
}
