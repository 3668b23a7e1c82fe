/// Text for a text-only printer, in lines of a fixed width, wrapped between words.
struct PaperText {
  private(set) var text = ""

  mutating func rule() { text += String(repeating: "-", count: Receipt.width) + "\n" }
  mutating func blank() { text += "\n" }

  mutating func add(_ sentence: String, isCentred: Bool = false, indented: Int = 0) {
    var line = ""
    var isFirst = true
    func end() {
      // Continuation lines are indented further.
      let front = isCentred ? max(0, (Receipt.width - line.count) / 2) : isFirst ? indented : indented + 2
      text += String(repeating: " ", count: front) + line + "\n"
      line = ""
      isFirst = false
    }
    for word in sentence.split(whereSeparator: { $0 == " " || $0.isNewline }) {
      var rest = word[...]
      while !rest.isEmpty {
        let room = Receipt.width - (isFirst ? indented : indented + 2)
        if line.isEmpty {
          line = String(rest.prefix(room))
          rest = rest.dropFirst(room)
        } else if line.count + 1 + rest.count <= room {
          line += " " + rest
          rest = ""
        } else {
          end()
        }
      }
    }
    if !line.isEmpty { end() }
  }
}
