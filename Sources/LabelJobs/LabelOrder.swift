package import Deadwax

/// A request for labels.
package struct LabelOrder: Hashable, Sendable {
  /// The subjects of the labels. Records are named by their ids or by one of their codes, copies also by their numbers,
  /// and places by their names.
  package enum Subjects: Hashable, Sendable {
    case copies([String])
    /// Every copy that belongs to a place or to a place below it.
    case copiesBelow(place: String)
    /// Every copy of the releases that a search finds; if a part of it is about copies, those for which it holds.
    case search(String)
    case places([String])
    case slots([String])
    case borrowers([String])
    /// Every command card.
    case commands
    /// A number of blank codes, which are not bound yet.
    case blanks(Int)
    /// A sheet of frames, to be held against the real one.
    case alignment

    /// True if all labels are those of copies.
    var areCopies: Bool {
      switch self {
      case .copies, .copiesBelow, .search: true
      default: false
      }
    }

    var areCards: Bool {
      if case .borrowers = self { true } else { false }
    }
  }

  /// An optional field on a copy's label. The raw value is its name in the API.
  package enum Field: String, CaseIterable, Sendable {
    case title, artist
    case catalogNumber = "catalog-number"
    /// The copy's accession number.
    case number
    /// The place or slot where the copy belongs.
    case place
  }

  package var subjects: Subjects
  /// The id of a layout.
  package var layout: String
  package var form: LabelJob.Form
  /// True if the QR codes of copies carry their web addresses.
  package var carriesAddress: Bool
  /// The resolution in dots per inch.
  package var resolution: Int
  /// The position of the first label on the first sheet, from 1.
  package var start: Int
  package var copiesOfEach: Int
  /// The fields on labels of copies.
  package var fields: Set<Field>

  package init(
    subjects: Subjects, layout: String, form: LabelJob.Form = .qr, carriesAddress: Bool = false,
    resolution: Int = 300, start: Int = 1, copiesOfEach: Int = 1, fields: Set<Field> = Set(Field.allCases)
  ) {
    self.subjects = subjects
    self.layout = layout
    self.form = form
    self.carriesAddress = carriesAddress
    self.resolution = resolution
    self.start = start
    self.copiesOfEach = copiesOfEach
    self.fields = fields
  }

  /// The largest number of labels in one job.
  package static let labelLimit = 2000
}
