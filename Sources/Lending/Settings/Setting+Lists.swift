extension Setting {
  /// The settings of the lists of releases.
  static let lists: [Setting] = [
    whole(
      "lists.recents", \.lists.recents, 0...500,
      "Releases in the list of those that were scanned or opened last (0 = no list).")
  ]
}
