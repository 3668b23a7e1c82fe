/// The fault in a layout's file, in one sentence.
package struct LayoutFault: Error, Equatable, CustomStringConvertible {
  package let description: String
}
