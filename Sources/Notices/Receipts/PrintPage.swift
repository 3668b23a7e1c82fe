internal import Messages

/// A page for a screen or a browser's printer: complete HTML without external resources.
struct PrintPage {
  let title: String
  /// The HTML of the content.
  let body: String
  let language: Language

  var text: String {
    """
    <!doctype html>
    <html lang="\(language.rawValue)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>\(Self.escaped(title))</title>
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

  /// Returns a text as HTML.
  static func escaped(_ text: String) -> String {
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
