extension Rule {
  static let language = [
    commentsNameTheirSubject, testsNameTheirSubject, wordsArePlain, sentencesAreShort, spellingIsBritish,
  ]

  private static let commentsNameTheirSubject = perFile(
    "a documentation comment begins with a noun or a verb, not with a clause without a subject",
    broken: [
      ("Sources/StationLogic/A.swift", "/// What a station stores.\nlet a = 1\n"),
      ("Sources/StationLogic/A.swift", "/// How many copies there are.\nlet a = 1\n"),
      ("Sources/StationLogic/A.swift", "let b = 2\n\n/// Whether it is open.\nlet a = 1\n"),
      ("Sources/StationLogic/A.swift", "/// Opens it.\n/// - Returns: whether it is open.\nfunc a() {}\n"),
      ("Tests/StationLogicTests/A.swift", "/// Who has the session.\nlet a = 1\n"),
    ],
    kept: [
      ("Sources/StationLogic/A.swift", "/// True if it is open.\n/// What follows is another line.\nlet a = 1\n"),
      ("Sources/StationLogic/A.swift", "// What a station stores.\nlet a = 1\n/// Whatever.\nlet text = \"/// How\"\n"),
    ]
  ) { file in
    let comments = file.text.comments
    return comments.indices.compactMap { index in
      let line = comments[index]
      guard line.hasPrefix("///") else { return nil }
      let begins = index == 0 || !comments[index - 1].hasPrefix("///")
      guard
        (begins && line.contains(Patterns.shared.clause))
          || (line.has("- ") && line.contains(Patterns.shared.fieldClause))
      else { return nil }
      return file.violation(index + 1, "'\(line.prefix(40))…': begin with the noun or the verb it is about")
    }
  }

  private static let testsNameTheirSubject = Rule(
    name: "the name of a test begins with its subject, not with a clause without one",
    broken: [
      ["Tests/StorageTests/A.swift": "@Test func `what is no file is refused`() {}\n"],
      ["Tests/StorageTests/A.swift": "@Suite struct A {\n  func `whose turn it is comes first`(a: Int) {\n  }\n}\n"],
    ],
    kept: [
      ["Tests/StorageTests/A.swift": "@Test func `a file that is missing is refused`() {}\n"],
      ["Sources/StationLogic/A.swift": "// See `what is stored`.\nlet a = 1\n"],
    ]
  ) { tree in
    tree.prose.tests.compactMap { line in
      guard let first = line.words.first, ["what", "whatever", "who", "whoever", "whose"].contains(first) else {
        return nil
      }
      return Violation(
        path: line.path, line: line.number, sentence: "'\(line.text.prefix(40))…': begin with the subject")
    }
  }

  /// Words that are not used in prose, each with the words that are.
  private static let plainWords = [
    "told": "reported, sent, informed",
    "nobody": "no one, or name the person",
    "somebody": "a person, a member of staff, the borrower",
    "whoever": "the caller, the client, the borrower",
    "whomever": "the caller, the client, the borrower",
    "anew": "again",
    "anybody": "anyone",
    "nearer": "clamped, closer",
    "tell": "report, inform, distinguish",
    "tells": "reports, informs, distinguishes",
    "telling": "reporting, informing",
    "forgets": "discards, removes",
    "shall": "must, will",
    "prolong": "renew",
    "prolonged": "renewed",
    "hence": "therefore",
    "thereby": "so",
    "thereupon": "then",
    "whereupon": "then",
  ]
  /// The same for words that are wrong only beside others: by the word that gives them away.
  private static let plainPhrases: [String: [(phrase: String, instead: String)]] = [
    "elsewhere": [("of elsewhere", "external, issued by another library")],
    "house": [("the house", "the library"), ("this house", "this library")],
    "same": [("all the same", "anyway, still"), ("the same again", "repeated")],
    "had": [("be had", "available")],
    "said": [("said to be returned", "claims returned"), ("nothing was said", "the value is empty")],
    "more": [("any more", "no longer"), ("is no more", "no longer exists")],
    "whatever": [("whatever is", "anything that is")],
    "against": [
      ("stands against", "refuses"), ("stand against", "refuse"), ("stood against", "refused"),
    ],
    "ready": [
      ("lies ready", "is ready for pick-up"), ("lay ready", "was ready for pick-up"), ("laid ready", "trapped"),
    ],
    "ours": [("of ours", "of the library, of Deadwax")],
    "ever": [("for ever", "forever, always")],
    "then": [("up to then", "up to that time")],
    "none": [("that is none", "name what it is instead")],
    "begun": [("is begun", "starts")],
    "vain": [("in vain", "without success")],
    "on": [("on and on", "repeatedly")],
  ]

  private static let wordsArePlain = Rule(
    name: "prose uses the plain word",
    broken: [
      ["Sources/StationLogic/A.swift": "// The reader is told.\n"],
      ["docs/a.md": "Nobody waits.\n"],
      ["www/messages/en.json": "{\n  \"a\": \"Cards of elsewhere\"\n}\n"],
      ["docs/openapi.json": "{\n  \"summary\": \"The rules of the house\"\n}\n"],
      ["www/desk/a.js": "/**\n * Shown anew.\n */\n"],
      ["www/a.css": "/* Shown\n * anew. */\n"],
      ["Tests/python/a.py": "# The reader is told.\n"],
      ["Tests/StorageTests/A.swift": "@Test func `a copy is lent anew`() {}\n"],
      ["Sources/StationLogic/A.swift": "let a = \"the scan \\(id) was told\"\n"],
      ["www/a.html": "<meta name=\"description\" content=\"Codes that nobody knew\">\n"],
      ["docs/messages/a.json": "{\n  \"a\": \"Nothing is lent any more.\"\n}\n"],
      ["docs/glossary.md": "| trap | told |  |\n"],
      ["docs/a.md": "It is done, although a rule\nStood against it.\n"],
    ],
    kept: [
      ["Sources/StationLogic/A.swift": "let told = 1\nlet text = \"nobody\"\n"],
      ["docs/a.md": "`told` is a field.\n\n```\nnobody\n```\n"],
      ["www/messages/de.json": "{\n  \"a\": \"anew\"\n}\n"],
      [
        "Sources/StationLogic/A.swift":
          "let a = \"the scan \\(told.id) is stored\"\n///   - told: the time.\nlet b = 1\n"
      ],
      ["Sources/Storage/Schema/A.swift": "let a = \"SELECT told FROM entry\"\n"],
      ["Sources/Storage/Migrations/A.swift": "let a = \"the reader is told\"\n"],
      ["docs/glossary.md": "| report | Send a result. | told |\n"],
      ["docs/a.md": "Run:\n\n    echo nobody waits\n"],
    ]
  ) { tree in
    tree.prose.all.flatMap { line in
      let words = line.words
      return words.compactMap { word -> Violation? in
        let phrase = plainPhrases[word]?.first { " \(words.joined(separator: " ")) ".contains(" \($0.phrase) ") }
        guard let (name, instead) = plainWords[word].map({ (word, $0) }) ?? phrase else { return nil }
        return Violation(path: line.path, line: line.number, sentence: "'\(name)': write \(instead)")
      }
    }
  }

  /// The longest sentence that a reader takes in at once.
  private static let longest = 30

  private static let sentencesAreShort = Rule(
    name: "a sentence in documents and messages has at most 30 words",
    broken: [
      ["docs/a.md": Array(repeating: "word", count: 31).joined(separator: " ") + ".\n"],
      ["docs/a.md": "- " + Array(repeating: "word\n", count: 31).joined(separator: " ") + ".\n"],
      ["www/messages/en.json": "{\n  \"a\": \"\(Array(repeating: "word", count: 31).joined(separator: " "))\"\n}\n"],
      ["docs/messages/a.json": "{\n  \"a\": \"\(Array(repeating: "word", count: 31).joined(separator: " "))\"\n}\n"],
    ],
    kept: [
      [
        "docs/a.md": Array(repeating: "Ten words are in this sentence, and not one more.", count: 9).joined(
          separator: " ")
      ],
      [
        "docs/a.md":
          "| \(Array(repeating: "word", count: 30).joined(separator: " ")) | \(Array(repeating: "word", count: 30).joined(separator: " ")) |\n"
      ],
    ]
  ) { tree in
    (tree.prose.documents + tree.prose.messages).flatMap { line in
      line.text.split(separator: Patterns.shared.sentenceEnd).map { $0.split(whereSeparator: \.isWhitespace).count }
        .filter { $0 > longest }
        .map { Violation(path: line.path, line: line.number, sentence: "a sentence of \($0) words") }
    }
  }

  /// American spellings, each with the British one.
  private static let spellings: [(String, String)] = [
    ("color", "colour"), ("colors", "colours"), ("colored", "coloured"), ("center", "centre"), ("centers", "centres"),
    ("centered", "centred"), ("catalog", "catalogue"), ("catalogs", "catalogues"), ("behavior", "behaviour"),
    ("behaviors", "behaviours"), ("canceled", "cancelled"), ("canceling", "cancelling"), ("labeled", "labelled"),
    ("labeling", "labelling"), ("favorite", "favourite"), ("favorites", "favourites"), ("gray", "grey"),
    ("honor", "honour"), ("honors", "honours"), ("neighbor", "neighbour"), ("neighbors", "neighbours"),
    ("analyze", "analyse"), ("organize", "organise"), ("organized", "organised"), ("recognize", "recognise"),
    ("recognized", "recognised"), ("serialize", "serialise"), ("serialized", "serialised"), ("normalize", "normalise"),
    ("normalized", "normalised"), ("initialize", "initialise"), ("initialized", "initialised"),
    ("synchronize", "synchronise"), ("synchronized", "synchronised"), ("anonymize", "anonymise"),
    ("anonymized", "anonymised"), ("optimize", "optimise"), ("optimized", "optimised"), ("minimize", "minimise"),
    ("maximize", "maximise"), ("authorize", "authorise"), ("authorized", "authorised"), ("enroll", "enrol"),
    ("traveled", "travelled"), ("signaled", "signalled"), ("defense", "defence"), ("fulfill", "fulfil"),
    ("skillful", "skilful"), ("artifact", "artefact"), ("artifacts", "artefacts"),
  ]

  private static let spellingIsBritish = Rule(
    name: "prose is spelled the British way",
    broken: [
      ["docs/a.md": "The color of a label.\n"], ["docs/a.md": "It is a catalog: see below.\n"],
      ["Sources/StationLogic/A.swift": "// Canceled by the client.\n"],
    ],
    kept: [
      ["docs/a.md": "The colour; `color` in CSS.\n"], ["www/a.js": "element.color = 1;\n"],
      ["www/messages/en.json": "{\n  \"a\": \"Install fonts-noto-color-emoji.\"\n}\n"],
      ["Sources/StationLogic/A.swift": "let a = \"the fields title,catalog-number and so on\"\n"],
    ]
  ) { tree in
    let british = Dictionary(uniqueKeysWithValues: spellings)
    return tree.prose.all.flatMap { line in
      line.words.compactMap { word -> Violation? in
        guard let instead = british[word], isWord(word, of: line.text) else { return nil }
        return Violation(path: line.path, line: line.number, sentence: "'\(word)': write \(instead)")
      }
    }
  }

  /// Returns true if a text has this word apart from names of packages, files and fields, such as `a-color`.
  private static func isWord(_ word: String, of text: String) -> Bool {
    text.split(whereSeparator: \.isWhitespace).contains { part in
      !part.contains(Patterns.shared.compound) && part.split { !$0.isLetter }.contains { $0.lowercased() == word }
    }
  }
}
