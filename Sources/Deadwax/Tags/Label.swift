/// A label of a job. Its content is stored, so that it can be drawn again and found in the history.
package struct Label: Hashable, Sendable {
  /// The position in the job, from 1.
  package var position: Int
  /// The text in the symbol; nil on a label without a symbol.
  package var code: String?
  package var heading: String
  package var details: [String]
  /// The code in human-readable form.
  package var caption: String

  package init(position: Int, code: String?, heading: String, details: [String], caption: String) {
    self.position = position
    self.code = code
    self.heading = heading
    self.details = details
    self.caption = caption
  }

  /// A label of a job with its latest scan from the history.
  package struct Seen: Hashable, Sendable {
    package var label: Label
    /// The latest scan since the job; nil if there is none.
    package var at: Timestamp?
    package var quality: Double?
    package var reader: String?

    package init(label: Label, at: Timestamp? = nil, quality: Double? = nil, reader: String? = nil) {
      self.label = label
      self.at = at
      self.quality = quality
      self.reader = reader
    }
  }
}
