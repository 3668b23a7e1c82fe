/// Damage to a printed code, or to the light on it.
package enum Damage: String, CaseIterable, Sendable, Encodable {
  case none
  /// Lamps reflected in the paper: white where the bars are lost, grey around it.
  case glare
  /// Dark strokes, many of them nearly parallel to the bars.
  case pen
  /// Thin lines without ink.
  case scratches
  /// Paper that is missing, with white fibres along the tear.
  case tear
  /// Darker spots with darker rims, and spots of ink.
  case stain
  /// Straight bright streaks from the film around a sleeve.
  case shrinkWrap
  /// A finger, a sticker or another sleeve that covers a part.
  case occlusion
  /// Two digits overprinted with others for which the check digit is still valid. Kinds without such digits get a pen
  /// instead.
  case overdrawn
  /// Two of the other kinds at once.
  case several
}
