import Deadwax
import Foundation
import Lending
import Messages
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct MessagesTests {
  /// Suffixes of keys that are variants of another key.
  static let forms = [".one", ".many", ".bare"]

  @Test func `the languages have the same keys`() throws {
    let english = try Catalogue.keys(.english)
    #expect(english.count > 500)
    for language in Language.allCases {
      #expect(english.symmetricDifference(try Catalogue.keys(language)).sorted() == [], "\(language)")
    }
  }

  @Test func `no key is repeated, and no text is empty`() throws {
    for language in Language.allCases {
      let files = try Catalogue.parts.map { try Catalogue.file($0, language) }.joined()
      let keys = files.matches(of: /(?m)^ *"([^"]+)":/).map { String($0.output.1) }
      #expect(Set(keys).count == keys.count, "\(language)")
      for (key, text) in try Catalogue.texts(language) {
        #expect(!text.isEmpty && text == text.trimmingCharacters(in: .whitespaces), "\(language) \(key)")
      }
    }
  }

  @Test func `a text has the same placeholders in each language`() throws {
    let english = try Catalogue.texts(.english)
    for language in Language.allCases {
      for (key, text) in try Catalogue.texts(language) {
        // "One loan" may omit the number that another language writes.
        let isLoose = key.hasSuffix(".one")
        let prompted = Set(Messages.placeholders(of: english[key] ?? ""))
        let given = Set(Messages.placeholders(of: text))
        #expect(
          isLoose ? given.subtracting(prompted).isSubset(of: Messages.counts) : given == prompted, "\(language) \(key)")
      }
    }
  }

  @Test func `every form of a key has its key`() throws {
    let keys = try Catalogue.keys(.english)
    for key in keys {
      for form in Self.forms where key.hasSuffix(form) {
        #expect(keys.contains(String(key.dropLast(form.count))), "\(key)")
      }
    }
  }

  @Test(arguments: Language.allCases)
  func `every outcome has a title and a detail in every mode`(language: Language) throws {
    let messages = try Catalogue.messages()
    let words = LanguageTexts(messages, language: language)
    for code in Outcome.Code.allCases {
      for mode in Mode.allCases {
        for isQuestion in [false, true] {
          let outcome = Outcome(code, mode: mode, facts: Outcome.Facts(isQuestion: isQuestion))
          for text in [words.title(of: outcome), words.detail(of: outcome)] {
            let isReported =
              !text.isEmpty && !text.contains(where: { "{}…".contains($0) }) && !text.hasPrefix("outcome.")
            #expect(isReported, "\(code) in \(mode): \(text)")
          }
        }
      }
      #expect(words.detail(of: Outcome(code, mode: .lookup)).hasSuffix("."), "\(code)")
    }
    for mode in Mode.allCases { #expect(words.title(of: mode) != "mode.\(mode.rawValue).title") }
  }

  /// Texts that are correct unchanged in another language too: names, numbers, words that both languages have.
  static let shared: Set<String> = [
    "=", "CD", "Station {name}", "Vinyl", "Name", "PIN", "Station", "Code", "Version", "Titel", "Medium", "Auto",
    "Text", "Symbole", "Question", "Condition", "Sessions", "Date", "Places", "Actions", "Status", "Note",
    "Type", "Notes", "Copies", "Page", "Pages", "Message", "Import", "Export", "Scan", "Scans", "Scanner", "Hub",
    "Position", "N", "Person", "Messages", "Mode", "Cassette", "{count} codes", "in {time} ms",
    "Format", "Label", "Labels", "Barcode", "Genre", "Genres", "Style", "Styles", "Token", "offline", "Passphrase",
    "CDs", "Cover", "Codes: {codes}", "Barcode {value}", "Cover Art Archive", "Collection",
    "Collections", "collection", "Discogs", "UTF-8", "Windows-1252", "Catalogue", "Concerts", "Source", "Archive",
  ]

  @Test func `nothing is left in English`() throws {
    let english = try Catalogue.texts(.english)
    for language in [Language.german, .french] {
      for (key, text) in try Catalogue.texts(language) where text == english[key] {
        let letters = text.replacing(/\{[a-zA-Z]+\}/, with: "").contains(where: \.isLetter)
        let isShared = !letters || key.hasPrefix("date.") || Self.shared.contains(text)
        #expect(isShared, "\(language) \(key): \(text)")
      }
    }
  }

  @Test func `every used key exists, and every key is used`() throws {
    let keys = try Catalogue.keys(.english)
    var named: Set<String> = []
    var begun: Set<String> = []
    for (path, text) in try Catalogue.sources() {
      let isPage = path.hasPrefix("www")
      named.formUnion(Catalogue.named(in: text))
      begun.formUnion(Catalogue.begun(in: text))
      guard isPage else { continue }
      for match in text.matches(of: /(?:\bt\(|data-t(?:-[a-z]+)?=)["']([a-z][a-z-]*(?:\.[a-z0-9-]+)+)["']/) {
        let key = String(match.output.1)
        #expect(keys.contains(key), "\(path) asks for \(key)")
      }
    }
    let unused = keys.filter { key in
      let base = Self.forms.first { key.hasSuffix($0) }.map { String(key.dropLast($0.count)) } ?? key
      return !named.contains(base) && !begun.contains { base.hasPrefix($0) }
    }
    #expect(unused.sorted() == [])
  }

  @Test func `every key of a part that one page reads is there, wherever it is named`() throws {
    let keys = try Catalogue.keys(.english)
    for (path, text) in try Catalogue.sources() where path.hasPrefix("www") {
      let named = Catalogue.named(in: text).filter { name in
        [
          "tags.", "write.", "labels.", "page.", "library.", "setup.", "counter.", "trouble.", "signin.", "people.",
        ].contains(where: name.hasPrefix)
      }
      #expect(named.subtracting(keys).sorted() == [], "\(path)")
    }
  }

  @Test func `every obstacle to a write has its text`() throws {
    let keys = try Catalogue.keys(.english)
    let guards = try #require(try Catalogue.sources().first { $0.path == "www/write/guards.js" }?.text)
    let codes = guards.matches(of: /(?m)^ {2}"?([a-z-]+)"?: \{ step: \d, actions: \[([^\]]*)\]/)
    #expect(codes.count > 15)
    for code in codes.map(\.output) {
      #expect(Outcome.Code(rawValue: String(code.1)) != nil, "\(code.1)")
      var needed = ["write.guard-\(code.1)", "write.do-\(code.1)"]
      if code.2.contains("yes") { needed += ["answer.\(code.1).yes", "answer.\(code.1).no"] }
      for key in needed { #expect(keys.contains(key), "\(key)") }
    }
  }

  @Test func `a value that is not known takes the bare text`() throws {
    let messages = try Catalogue.messages()
    #expect(messages.title(of: Outcome(.checkedOut, mode: .checkout), in: .english) == "Checked out")
    #expect(messages.detail(of: Outcome(.checkedOut, mode: .checkout), in: .english) == "No due date.")
    let due = Outcome(.checkedOut, mode: .checkout, dueAt: Timestamp("2026-12-04T21:00:00Z"))
    #expect(messages.detail(of: due, in: .english) == "Due 4 December 2026.")
    #expect(messages.detail(of: due, in: .german) == "Rückgabe bis 4. Dezember 2026.")
    #expect(messages.detail(of: due, in: .french) == "À rendre le 4 décembre 2026.")
  }

  @Test func `singular and plural are distinguished, and French counts zero as singular`() throws {
    let messages = try Catalogue.messages()
    func loans(_ count: Int, _ language: Language) -> String {
      messages.text("receipt.open", in: language, ["count": "\(count)"])
    }
    #expect([0, 1, 2].map { loans($0, .english) } == ["0 loans are open.", "One loan is open.", "2 loans are open."])
    #expect(
      [0, 1, 2].map { loans($0, .german) }
        == ["0 Ausleihen sind offen.", "Eine Ausleihe ist offen.", "2 Ausleihen sind offen."])
    #expect([0, 1, 2].map { loans($0, .french) } == ["0 prêt en cours.", "1 prêt en cours.", "2 prêts en cours."])
  }

  @Test func `the form of a text is its number's plural category`() {
    let categories: [Language: [PluralCategory]] = [
      .english: [.other, .one, .other, .other, .other], .german: [.other, .one, .other, .other, .other],
      .french: [.one, .one, .other, .many, .other],
    ]
    for (language, expected) in categories {
      #expect([0, 1, 2, 2_000_000, 2_000_001].map(language.pluralCategory) == expected, "\(language)")
    }
    let messages = Messages([.french: ["a": "{count} prêts", "a.one": "{count} prêt", "a.many": "{count} de prêts"]])
    #expect(
      ["0", "1", "2", "1000000"].map { messages.text("a", in: .french, ["count": $0]) }
        == ["0 prêt", "1 prêt", "2 prêts", "1000000 de prêts"])
    // A language without a text for its category uses the text without a suffix.
    let bare = Messages([.french: ["a": "{count} prêts"]])
    #expect(bare.text("a", in: .french, ["count": "1"]) == "1 prêts")
  }

  @Test func `a language without a text speaks English, and an unknown key is its own text`() {
    let messages = Messages([.english: ["a.b": "Hello {name}"], .german: [:]])
    #expect(messages.text("a.b", in: .german, ["name": "Ada"]) == "Hello Ada")
    #expect(messages.text("a.c", in: .german) == "a.c")
    #expect(messages.text("a.b", in: .english) == "Hello …")
    #expect(messages.words(in: "xx").language == .english)
    #expect(messages.words(in: nil).language == .english)
    #expect(messages.words(in: "fr").language == .french)
  }

  @Test(arguments: ["", "[]", #"{"a": 1}"#, #"{"a": {"b": "c"}}"#, "{"])
  func `a file that is not a table of texts is refused`(text: String) {
    #expect(throws: MessagesFault.self) { try Messages(files: [.german: Array(text.utf8)]) }
  }

  @Test func `a folder without the files is refused`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: MessagesFault.self) { try Messages(folder: folder.path("messages")) }
  }
}
