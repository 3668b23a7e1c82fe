extension Setting {
  /// The settings of places and their slots.
  static let places: [Setting] = [
    Setting(
      "places.tracking", .choice(LibraryPolicy.Places.Tracking.allCases.map(\.rawValue)),
      "How places are noted: not at all, by slots in carousels, or by slots in cartridges. If not at all, nothing asks for them.",
      read: { .word($0.places.tracking.rawValue) },
      write: { policy, value in
        if let tracking = LibraryPolicy.Places.Tracking(rawValue: value.text) { policy.places.tracking = tracking }
      }),
    whole(
      "places.capacity", \.places.capacity, 0...1000,
      "Slots of a new carousel, or of a new cartridge, if you enter no number (0 = none)."),
  ]
}
