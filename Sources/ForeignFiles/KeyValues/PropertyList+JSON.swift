internal import FoundationEssentials

extension PropertyList {
  /// A value in JSON. The decoder refuses a text that is nested deeper than 512 times.
  private struct JSONValue: Decodable {
    let value: PropertyList?

    init(from decoder: any Decoder) throws {
      if let table = try? [String: JSONValue](from: decoder) {
        value = .table(table.compactMapValues(\.value))
      } else if let list = try? [JSONValue](from: decoder) {
        value = .list(list.compactMap(\.value))
      } else {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          value = nil
        } else if let flag = try? container.decode(Bool.self) {
          value = .flag(flag)
        } else if let number = try? container.decode(Int64.self) {
          value = .number(number)
        } else if let number = try? container.decode(Double.self) {
          value = .real(number)
        } else {
          value = .text(try container.decode(String.self))
        }
      }
    }
  }

  /// Reads JSON that stands inside a value.
  ///
  /// - Returns: the value; nil for what is no JSON.
  static func json(_ bytes: [UInt8]) -> PropertyList? {
    (try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)))?.value
  }
}
