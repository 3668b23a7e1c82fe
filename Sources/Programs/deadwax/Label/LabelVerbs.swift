internal import CommandLineArguments
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for labels, in the order of the help.
  static let label = [
    labelLayouts, labelMake, labelCommands, labelBlanks, labelAlign, labelPrint, labelCheck, labelJobs,
  ]

  /// `deadwax label make`: makes labels for records of the library.
  static let labelMake = Verb(
    "label make", summary: "create labels for copies, places, slots or borrowers",
    details: """
      Needs one of --place, --copies, --search, --places, --slots and --borrowers. The hub verifies every label with its
      own decoder, as drawn and degraded. It refuses a layout that is too small for a code.
      """,
    examples: [
      ("label make --place \"Shelf 3\" --layout avery-l4731 --out shelf3.pdf", "every copy on a shelf"),
      ("label make --copies 12,13 --layout brother-dk-11209 --symbol code-128 --print", "prints two labels"),
    ],
    options: [
      Option("place", "PLACE", "every copy in or below a place: its name, code or id"),
      Option("copies", "LIST", "copies by number, code or id, separated by commas"),
      Option("search", "WORDS", "the copies that a query of the library chooses"),
      Option("places", "LIST", "places by name, code or id, separated by commas"),
      Option("slots", "LIST", "slots by code or id, separated by commas"),
      Option("borrowers", "LIST", "cards of borrowers, by code or id; needs the role staff"),
    ] + LabelMaking.options
  ) { invocation in
    let names = ["place", "copies", "search", "places", "slots", "borrowers"].filter { invocation.text($0) != nil }
    guard names.count == 1, let name = names.first, let value = invocation.text(name) else {
      throw Failure(
        .usage, names.isEmpty ? "No subject is given." : "--\(names[0]) and --\(names[1]) cannot be combined.",
        advice: "See: deadwax label make --help")
    }
    let list = value.split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
    let subjects = LabelOrderRequest.Subjects {
      switch name {
      case "place": $0.place = value
      case "copies": $0.copies = list
      case "search": $0.search = value
      case "places": $0.places = list
      case "slots": $0.slots = list
      default: $0.borrowers = list
      }
    }
    return try LabelMaking(invocation).run(subjects)
  }

  /// `deadwax label commands`: makes a sheet with every command code.
  static let labelCommands = Verb(
    "label commands", summary: "create a sheet with every command: modes, end, yes and no",
    examples: [("label commands --layout a4-3x8 --out commands.pdf", "a sheet for the wall beside the station")],
    options: LabelMaking.options
  ) { invocation in
    try LabelMaking(invocation).run(LabelOrderRequest.Subjects { $0.commands = true })
  }

  /// `deadwax label blanks`: makes labels with codes that are not bound yet.
  static let labelBlanks = Verb(
    "label blanks", operands: [.one("N")], summary: "create labels with new codes, to be bound later in the mode bind",
    examples: [("label blanks 189 --layout avery-l4731 --out blanks.pdf", "a whole sheet")],
    options: LabelMaking.options
  ) { invocation in
    let text = invocation.operand
    guard let count = Int(text), (1...2000).contains(count) else {
      throw Failure(.usage, "\(printable(text)) is not a number from 1 to 2000.")
    }
    return try LabelMaking(invocation).run(LabelOrderRequest.Subjects { $0.blanks = count })
  }

  /// `deadwax label align`: makes a sheet of frames to check the position of the labels.
  static let labelAlign = Verb(
    "label align", summary: "create a sheet of frames, to check the alignment",
    examples: [("label align --layout avery-5160 --out frames.pdf", "print it on plain paper at 100 %")],
    options: LabelMaking.options
  ) { invocation in
    try LabelMaking(invocation).run(LabelOrderRequest.Subjects { $0.alignment = true })
  }
}
