internal import FoundationEssentials
internal import Storage

/// A row of a table as a line of JSON: an object with each column by its name, in the order of the schema.
///
/// Numbers are numbers, texts are strings, bytes are strings in base64. The same row has the same bytes.
struct RowLine {
  private let names: [[UInt8]]

  init(of table: LibraryTable) {
    names = table.columns.enumerated().map { index, column in
      var name: [UInt8] = [index == 0 ? 0x7B : 0x2C]
      Self.add(column.name, to: &name)
      return name + [0x3A]
    }
  }

  /// Adds the line of a row.
  ///
  /// - Parameters:
  ///   - values: the values, in the order of the columns.
  ///   - bytes: the bytes to which the line is added.
  func add(_ values: [Binding], to bytes: inout [UInt8]) {
    for (name, value) in zip(names, values) {
      bytes += name
      switch value {
      case .null: bytes += "null".utf8
      case .integer(let number): bytes += "\(number)".utf8
      // JSON has no infinite number. A number that is too large is read as one again.
      case .real(let number): bytes += (number.isFinite ? "\(number)" : number < 0 ? "-9e999" : "9e999").utf8
      case .text(let text): Self.add(text, to: &bytes)
      case .blob(let blob): Self.add(Data(blob).base64EncodedString(), to: &bytes)
      }
    }
    bytes += "}\n".utf8
  }

  private static func add(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C:
        bytes.append(0x5C)
        bytes.append(byte)
      case 0x0A: bytes += "\\n".utf8
      case 0x00..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        bytes += "\\u00".utf8
        bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
  }
}
