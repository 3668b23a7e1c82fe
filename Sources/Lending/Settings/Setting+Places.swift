extension Setting {
  /// The settings of places and their slots.
  static let places: [Setting] = [
    choice(
      "places.tracking", \.places.tracking,
      "How places are noted: not at all, by slots in carousels, or by slots in cartridges. If not at all, nothing asks for them."
    ),
    whole(
      "places.capacity", \.places.capacity, 0...1000,
      "Slots of a new carousel, or of a new cartridge, if you enter no number (0 = none)."),
  ]
}
