package enum Token {
  package static func random() -> String { "dw_x" }
  package static func hash(of token: String) -> [UInt8] { Array(token.utf8) }
  package static func isEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool { a == b }
}
package enum Digest { package static func of(_ bytes: [UInt8]) -> (UInt64, UInt64) { (1, 2) } }
