import Deadwax
import Lookup
import TestSupport

/// A page of search results in JSON, with everything that real pages are known to have beside the fields that matter.
struct ResultPage {
  /// The results in JSON.
  private var results: [String] = []

  /// Strings that stand beside barcodes in Discogs' list of all identifiers of a release.
  private static let noise = [
    "LC 00001", "PLN-1 A1 MASTERED BY A CAT", "B", "58", "BIEM", "none", "IFPI 1473", "S5137832000-0102 13 A0",
    "4006381333931", "\u{a0}", "16SU1<0031>", "@ 2 1:1:2", "①②", "3 2 1",
  ]

  /// Writes a barcode of 13 digits as people do, and its quality in the order of the match.
  static func spelling(of key: String, _ random: inout SeededRandom) -> String {
    let digits = Array(key).map(String.init)
    let upc = digits.dropFirst().joined()
    let groups = "\(digits[0]) \(digits[1...6].joined()) \(digits[7...12].joined())"
    let wide = digits.compactMap { UInt32($0) }.compactMap { UnicodeScalar(0xFF10 + $0) }.map { String($0) }.joined()
    return [
      key, groups, "\(groups) >", "<\(key)>", "0\(key)", wide, "\u{200e}\(key)\u{200b}", "\(key) 05", "*\(groups)*",
      groups.split(separator: " ").joined(separator: "\u{a0}"), groups.split(separator: " ").joined(separator: "-"),
      "(\(key))", "\(groups).", key.hasPrefix("0") ? upc : key, key.hasPrefix("0") ? "\(upc) 02" : "\(key)+12345",
    ].randomElement(using: &random) ?? key
  }

  /// Adds a release that carries a barcode.
  mutating func add(_ hit: SearchHit, barcode: String, _ random: inout SeededRandom) {
    let identifiers = ([barcode] + Self.noise.filter { _ in Bool.random(using: &random) }).shuffled(using: &random)
    let year = hit.year.map { Bool.random(using: &random) ? ",\"year\":\"\($0)\"" : ",\"year\":\($0)" } ?? ""
    let names = hit.formats.flatMap { [$0.name] + $0.descriptions }
    let formats = hit.formats.map { format in
      let text = format.text.map { ",\"text\":\(Self.json($0))" } ?? ""
      let words =
        format.descriptions.isEmpty && Bool.random(using: &random)
        ? "" : ",\"descriptions\":\(Self.json(format.descriptions))"
      return "{\"name\":\(Self.json(format.name)),\"qty\":\"\(format.quantity)\"\(text)\(words)}"
    }
    // Discogs leaves out this list for some releases; the flat one has the same names.
    let list = Bool.random(using: &random) ? "" : ",\"formats\":[\(formats.joined(separator: ","))]"
    results.append(
      """
      {"id":\(hit.id),"type":"release","title":\(Self.json(hit.title)),"uri":"/release/\(hit.id)-Invented",
       "resource_url":"https://api.discogs.com/releases/\(hit.id)","country":\(Self.json(hit.country ?? ""))\(year),
       "format":\(Self.json(names)),"format_quantity":\(names.count)\(list),"label":["Planks","Planks","Pressed By"],
       "catno":\(Self.json(hit.catalogNumber ?? "none")),"barcode":\(Self.json(identifiers)),
       "genre":["Rock"],"style":[],"master_id":\(Bool.random(using: &random) ? "0" : "null"),"master_url":null,
       "community":{"want":\(Int.random(in: 0...9999, using: &random)),"have":\(hit.have)},
       "user_data":{"in_wantlist":false,"in_collection":true},"thumb":"","cover_image":"https://st.example/spacer.gif"}
      """)
  }

  /// Adds the master of the releases, which has the barcode and by far most owners, and results of other types.
  mutating func addOthers(barcode: String) {
    results += [
      """
      {"id":5,"type":"master","title":"Invented Quartet - Planks","country":"US","year":"1994","barcode":["\(barcode)"],
       "format":["CD","Album"],"label":["Planks"],"catno":"PLN-1","master_id":5,
       "community":{"want":90000,"have":990000}}
      """,
      #"{"id":6,"type":"artist","title":"Invented Quartet","master_id":null,"master_url":null,"user_data":null}"#,
      #"{"id":7,"type":"label","title":"Planks","thumb":"","cover_image":""}"#,
    ]
  }

  /// Adds elements that are no results.
  mutating func addDamage() { results += ["null", #""x""#, #"{"id":{}}"#, #"{"title":"without a number"}"#, "[]"] }

  /// Returns the body of the response, with the results in a random order.
  func body(page: Int = 1, of pages: Int = 1, _ random: inout SeededRandom) -> [UInt8] {
    let list = results.shuffled(using: &random).joined(separator: ",")
    let text = """
      {"pagination":{"page":\(page),"pages":\(pages),"per_page":100,"items":\(results.count),"urls":{}},
       "results":[\(list)]}
      """
    return Array(text.utf8)
  }

  private static func json(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      let code = String(scalar.value, radix: 16)
      return switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\u{20}"..."\u{7e}": String(scalar)
      default: "\\u" + String(repeating: "0", count: 4 - code.count) + code
      }
    }
    return "\"\(escaped.joined())\""
  }

  private static func json(_ texts: [String]) -> String { "[\(texts.map { json($0) }.joined(separator: ","))]" }
}
