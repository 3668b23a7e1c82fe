internal import CommandLineArguments
internal import Deadwax
internal import Foundation

/// The codes of a shelf in their order, after the last of its pictures.
struct RowReport {
  private let rows: [CodeRow]

  init(_ rows: [CodeRow]) { self.rows = rows }

  /// One JSON object with its line feed.
  var json: [UInt8] {
    let line = Line(
      rows: rows.map { row in
        Line.Row(codes: row.codes.map(Line.Place.init), doubtful: row.doubtful.map(Line.Place.init))
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and whole numbers always have a JSON form.
    guard let data = try? encoder.encode(line) else { preconditionFailure("the report cannot be encoded as JSON") }
    return [UInt8](data) + [UInt8(ascii: "\n")]
  }

  /// A line for each code, and an empty one between two rows.
  var text: [UInt8] {
    let lines = rows.map { row in row.codes.map { printable($0.text) + "\n" }.joined() }
    return Array(lines.joined(separator: "\n").utf8)
  }

  private struct Line: Encodable {
    var rows: [Row]

    struct Row: Encodable {
      var codes: [Place]
      /// Codes of single things that the pictures show at two places.
      var doubtful: [Place]
    }

    struct Place: Encodable {
      var symbology: String
      var text: String
      /// The number of the picture, from 0.
      var picture: Int

      init(_ code: PicturedCode) {
        symbology = code.symbology.rawValue
        text = code.text
        picture = code.picture
      }
    }
  }
}
