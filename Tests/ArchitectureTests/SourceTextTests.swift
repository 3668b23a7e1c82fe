import Testing

@Suite(.timeLimit(.minutes(5)))
struct SourceTextTests {
  @Test func `comments are not code, and code is not a comment`() {
    let text = SourceText("let a = 1 // one\n/* two /* three */ four */ let b = 2\n/// five\n")
    #expect(text.code.map { $0.filter { $0 != " " } } == ["leta=1", "letb=2", "", ""])
    #expect(text.comments == ["// one", "/* two /* three */ four */", "/// five", ""])
  }

  @Test func `literals are complete, with any content`() {
    let text = SourceText(
      ##"""
      let a = "one // no comment" + "tw\"o" + #"th"ree"# + ##"fo"#ur"##
      let b = """
        five "
        // six
        """
      let c = "seven \(f("eight") + (1)) nine"
      let d = ""
      """##)
    #expect(
      text.literals.map(\.text) == [
        "one // no comment", #"tw\"o"#, #"th"ree"#, ##"fo"#ur"##, "\n  five \"\n  // six\n  ", "eight",
        #"seven \(f() + (1)) nine"#, "",
      ])
    #expect(text.literals.map(\.line) == [1, 1, 1, 1, 2, 6, 6, 7])
    #expect(text.code.count == 7)
    #expect(text.comments.joined().isEmpty)
  }

  @Test func `a quotation mark in a regular expression opens no literal`() {
    let text = SourceText(#"let a = text.matches(of: /"[^"]*\/"/) + 4 / 2 // "x"#)
    #expect(text.literals.isEmpty)
    #expect(text.comments == [#"// "x"#])
  }

  @Test func `an extended regular expression ends at its own mark`() {
    let text = SourceText("let a = #/b/c\"/#\nlet d = \"e\"")
    #expect(text.literals.map(\.text) == ["e"])
  }

  @Test func `a name in backticks is not code`() {
    #expect(SourceText("func `public \"is`() {}").code == ["func             () {}"])
  }

  @Test func `an unfinished text ends where it ends`() {
    for text in ["\"a", "\"\"\"a\n", "/* a", "\"\\(", "`a", "\"\\", "#", "\"\\(\""] {
      #expect(SourceText(text).code.joined().count <= text.count)
    }
  }
}
