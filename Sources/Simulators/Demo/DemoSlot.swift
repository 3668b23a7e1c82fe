package import Deadwax

package struct DemoSlot: Hashable, Sendable {
  package let number: Int
  package let code: OwnCode
}
