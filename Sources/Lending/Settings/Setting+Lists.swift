extension Setting {
  /// The settings of the lists of releases.
  static let lists: [Setting] = [
    whole(
      "lists.recents", \.lists.recents, 0...500,
      "Releases in the list of those that were scanned or opened last (0 = no list)."),
    choice(
      "lists.view", \.lists.view,
      "Look of the page Library until a person chooses another one: rows, or a grid of covers."),
    Setting(
      "lists.sort", .choice(LibraryPolicy.Lists.orders),
      "Order of the page Library until a person chooses another one (-year = newest year first).",
      read: { .word($0.lists.order) }, write: { $0.lists.order = $1.text }),
    Setting(
      "lists.domain", .choice(["all"] + LibraryPolicy.Lists.domains),
      "Part of the records that the page Library searches until a person chooses another one.",
      read: { .word($0.lists.domain ?? "all") },
      write: { $0.lists.domain = LibraryPolicy.Lists.domains.contains($1.text) ? $1.text : nil }),
    flag(
      "lists.covers", \.lists.showsCovers, "Show the pictures of covers in lists. Otherwise they have drawn sleeves."),
  ]
}
