/// A value of a property list.
indirect enum PropertyList: Equatable {
  case text(String)
  case number(Int64)
  case real(Double)
  case flag(Bool)
  /// A time in milliseconds.
  case time(Int64)
  case data([UInt8])
  case list([PropertyList])
  case table([String: PropertyList])

  /// The greatest depth of lists and tables in each other.
  static let depthLimit = 64
  /// The most values. A value that is referred to a thousand times counts as often.
  static let countLimit = 1_000_000

  /// Reads a property list, binary or XML.
  ///
  /// - Throws: `ForeignFileError.damaged`, with the line and the character in an XML file.
  init(_ bytes: [UInt8]) throws(ForeignFileError) {
    if Self.isBinary(bytes) {
      self = try BinaryPropertyList.read(bytes)
    } else {
      self = try XMLPropertyList.read(bytes)
    }
  }

  /// Returns true for the first bytes of a binary property list.
  static func isBinary(_ head: [UInt8]) -> Bool { head.starts(with: Array("bplist".utf8)) }
}
