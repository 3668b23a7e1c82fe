package import Deadwax

/// Labels to make. A job has at most 2,000.
package struct LabelOrderRequest: Codable, Sendable {
  package var subjects: Subjects
  /// The id of a layout.
  package var layout: String
  /// The kind of code; by default a QR code.
  package var symbol: LabelJob.Form?
  /// True for QR codes of copies that carry the web address of the copy, which phones open.
  package var address: Bool?
  /// The resolution of the printer in dots per inch; by default 300.
  package var dpi: Int?
  /// The first free label of a partly used sheet; by default 1.
  package var start: Int?
  /// The number of prints of each label; by default 1.
  package var copiesOfEach: Int?
  /// The texts on labels of copies; by default all.
  package var fields: [String]?

  /// Creates a request; a function sets the optional members.
  package init(subjects: Subjects, layout: String, _ set: (inout LabelOrderRequest) -> Void) {
    self.subjects = subjects
    self.layout = layout
    set(&self)
  }

  /// The subjects of the labels. Exactly one member is set.
  package struct Subjects: Codable, Sendable {
    package var copies: [String]?
    /// A place, whose copies and those below it get labels.
    package var place: String?
    /// The words of a search for releases.
    package var search: String?
    package var places: [String]?
    package var slots: [String]?
    package var borrowers: [String]?
    /// True for every command.
    package var commands: Bool?
    /// A number of new codes, to be bound later.
    package var blanks: Int?
    /// True for a sheet of frames.
    package var alignment: Bool?

    /// Creates the subjects that a function sets.
    package init(_ set: (inout Subjects) -> Void) { set(&self) }
  }
}
