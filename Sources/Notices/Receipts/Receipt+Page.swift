internal import Deadwax
package import Messages

extension Receipt {
  /// Returns the receipt for a screen or a browser's printer: one complete page of HTML without external resources.
  package func page(_ words: LanguageTexts) -> String {
    let title = Self.escaped(words.text("receipt.title"))
    var body = "<h1>\(title)</h1>\n<p>\(Self.escaped(words.day(at) + (shortName.map { " · \($0)" } ?? "")))</p>\n"
    if lines.isEmpty { body += "<p>\(Self.escaped(words.text("receipt.nothing")))</p>\n" }
    for group in groups {
      body += "<h2>\(Self.escaped(words.text("receipt.\(group.kind.rawValue)")))</h2>\n<ul>\n"
      for line in group.lines { body += "<li>\(Self.escaped(lineText(line, words)))</li>\n" }
      body += "</ul>\n"
    }
    if let openLoans { body += "<p>\(Self.escaped(words.text("receipt.open", ["count": "\(openLoans)"])))</p>\n" }
    for fee in feesDue.sorted(by: { $0.key < $1.key }).map({ words.money($0.value, in: $0.key) }) {
      body += "<p>\(Self.escaped(words.text("receipt.fees", ["fee": fee])))</p>\n"
    }
    body += "<p>\(Self.escaped(words.text("receipt.thanks")))</p>\n"
    return """
      <!doctype html>
      <html lang="\(words.language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(title)</title>
      <style>body{font:1rem/1.4 system-ui,sans-serif;max-width:40ch;margin:1rem auto;padding:0 1rem}\
      h1{font-size:1.4rem}h2{font-size:1.1rem;margin:1rem 0 .25rem}ul{margin:0;padding-left:1.2rem}</style>
      </head>
      <body>
      <main>
      \(body)</main>
      </body>
      </html>

      """
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
