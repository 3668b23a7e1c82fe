package import Deadwax

package struct DemoBorrower: Hashable, Sendable {
  package let name: String
  package let shortName: String
  package let card: OwnCode
  package let group: String
  package let isStaff: Bool
}
