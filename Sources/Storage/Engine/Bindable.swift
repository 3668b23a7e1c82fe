/// A value that can be bound to a `?` in SQL.
package protocol Bindable {
  var binding: Binding { get }
}
