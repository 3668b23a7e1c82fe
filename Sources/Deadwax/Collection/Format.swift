/// The physical format of a release, such as "2 × Vinyl, LP, Album".
package struct Format: Hashable, Sendable {
  package var name: String
  package var quantity: Int
  package var text: String?
  package var descriptions: [String]

  package init(name: String, quantity: Int = 1, text: String? = nil, descriptions: [String] = []) {
    self.name = name
    self.quantity = quantity
    self.text = text
    self.descriptions = descriptions
  }
}
