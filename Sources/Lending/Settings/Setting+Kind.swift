extension Setting {
  /// The type of values that a setting accepts.
  package enum Kind: Hashable, Sendable {
    /// A whole number, or off.
    case whole(ClosedRange<Int>, canBeOff: Bool)
    /// Whole seconds, or off.
    case seconds(ClosedRange<Int>, canBeOff: Bool)
    case yesNo
    case choice([String])
    case text(TextForm)
    /// Several values of one type, separated by commas; empty for none.
    case list(ListForm)
    /// Numbers by word, such as `students: 21, staff: 28`; empty for none.
    case map(MapForm, ClosedRange<Int>)
    /// A day in the form `2026-12-18`, or off.
    case date

    /// The type in one word, for programs.
    package var name: String {
      switch self {
      case .whole: "number"
      case .seconds: "seconds"
      case .yesNo: "yes-no"
      case .choice: "choice"
      case .text(.timeZone): "time-zone"
      case .text(.colour): "colour"
      case .text: "text"
      case .list: "list"
      case .map: "map"
      case .date: "date"
      }
    }

    /// The accepted words of a type that has no other values; nil for any other type.
    package var choices: [String]? {
      switch self {
      case .yesNo: ["yes", "no"]
      case .choice(let words): words
      case .whole, .seconds, .text, .list, .map, .date: nil
      }
    }

    /// The accepted values in words, for a person.
    package var sentence: String {
      switch self {
      case .whole(let range, let canBeOff): Self.numbers("a whole number", range, canBeOff)
      case .seconds(let range, let canBeOff): Self.numbers("whole seconds", range, canBeOff)
      case .yesNo: "yes or no"
      case .choice(let words): "one of " + words.joined(separator: ", ")
      case .text(let form): form.sentence
      case .list(let form): form.sentence
      case .map(let form, let range):
        "\(form.sentence), each \(Self.numbers("a whole number", range, false)), or nothing"
      case .date: "a day such as 2026-12-18, or off"
      }
    }

    private static func numbers(_ what: String, _ range: ClosedRange<Int>, _ canBeOff: Bool) -> String {
      "\(what) from \(range.lowerBound) to \(range.upperBound)" + (canBeOff ? ", or off" : "")
    }
  }

  package enum TextForm: Hashable, Sendable {
    /// A time zone: its name and rule, or a rule alone, as `LibraryTimeZone` stores them.
    case timeZone
    /// An ISO 4217 currency code.
    case currency
    /// The id of a place, or off.
    case place
    /// A colour, or off.
    case colour
    /// An e-mail address or a web address, or off.
    case contact

    var sentence: String {
      switch self {
      case .timeZone: "a time zone such as Europe/Berlin, or its rule such as CET-1CEST,M3.5.0,M10.5.0/3"
      case .currency: "the ISO 4217 code of a current currency, such as EUR"
      case .place: "the id of a place, or off"
      case .colour: "a colour such as #2b47d1, or off"
      case .contact: "an e-mail address or a web address such as https://library.example, or off"
      }
    }
  }

  package enum ListForm: Hashable, Sendable {
    case weekdays, days, cardPatterns
    /// Numbers of days, 1 to 365.
    case dayCounts
    /// Ways in which notices are sent, in their order.
    case ways
    /// Countries as Discogs writes them, in their order.
    case countries

    var sentence: String {
      switch self {
      case .weekdays: "weekdays such as saturday, sunday, or nothing"
      case .days: "days such as 2026-12-24, or 12-25 for every year, separated by commas, or nothing"
      case .dayCounts: "numbers of days from 1 to 365 such as 1, 7, 21, separated by commas, or nothing"
      case .ways: "mail, text or print, separated by commas, or nothing"
      case .cardPatterns: "patterns such as S-####-*, separated by commas, or nothing"
      case .countries: "countries such as Sweden, Europe, UK & Europe, separated by commas, or nothing"
      }
    }
  }

  package enum MapForm: Hashable, Sendable {
    case groups, groupsAndMedia

    var sentence: String {
      switch self {
      case .groups: "numbers by group such as students: 21, staff: 28"
      case .groupsAndMedia: "numbers by group and medium such as students/cd: 7, staff/vinyl: 28"
      }
    }
  }

  /// The parsed value of a setting.
  enum Value: Hashable, Sendable {
    case off
    case number(Int)
    case flag(Bool)
    case word(String)
    case list([String])
    case map([String: Int])
  }

  /// Returns true if a text can be the name of a group of borrowers: letters, digits and `-_.`, at most 40.
  package static func isGroup(_ text: String) -> Bool {
    (1...40).contains(text.count) && text.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
  }
}
