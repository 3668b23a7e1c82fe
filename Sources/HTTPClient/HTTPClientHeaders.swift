/// Header fields in the order in which they were added. Names are compared without regard to case (RFC 9110, 5.1).
package struct HTTPClientHeaders: Sendable, ExpressibleByDictionaryLiteral {
  package private(set) var fields: [(name: String, value: String)]

  package init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { (name: $0, value: $1) }
  }

  /// The first value with that name. Setting a value replaces every field with that name; setting nil removes them.
  package subscript(name: String) -> String? {
    get { fields.first { $0.name.isSameField(as: name) }?.value }
    set {
      fields.removeAll { $0.name.isSameField(as: name) }
      if let newValue { fields.append((name: name, value: newValue)) }
    }
  }

  /// Returns every value with that name, in order.
  package func all(_ name: String) -> [String] {
    fields.filter { $0.name.isSameField(as: name) }.map(\.value)
  }

  package mutating func add(_ name: String, _ value: String) { fields.append((name: name, value: value)) }
}

extension String {
  fileprivate func isSameField(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8) { $0.lowerCased == $1.lowerCased }
  }
}

extension UInt8 {
  /// The byte with an ASCII upper-case letter converted to lower case; any other byte unchanged.
  fileprivate var lowerCased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
