package import Deadwax
internal import ForeignFiles
internal import Storage

/// A merge as people see it: the file, and what happens to its records.
package struct LibraryMerge: Sendable {
  package typealias ID = Identifier<LibraryMerge>

  /// The kind of the other library's file, by its first bytes.
  package enum Kind: String, CaseIterable, Sendable {
    /// An archive with a whole library.
    case archive
    /// The database of a library or of another program, alone or in a ZIP file.
    case database
    /// A JSON document with tables.
    case json
    /// A property list with tables, or with what a program has noted.
    case propertyList = "property-list"
  }

  /// The numbers of what the notes of another program have.
  package struct Notes: Equatable, Sendable {
    package let favourites: Int
    package let cachedObjects: Int
    package let deviceSettings: Int
    /// The settings of devices that are not here yet. Values that are here stay.
    package let newDeviceSettings: Int
  }

  package let id: ID
  package let kind: Kind
  package let phase: LibraryImport.Phase
  package let bytes: Int
  /// The program that a database is of; nil for Deadwax, and while it is not known.
  package let origin: String?
  /// The tables and columns that the library has no place for.
  package let leftOut: [String]
  /// The number of releases that another program has listed as recent.
  package let recents: Int
  /// The numbers of what the notes of another program have beside it; nil for any other file.
  package let notes: Notes?
  /// The number of records with each fate.
  package let counts: [MergeLine.Fate: Int]
  /// The digest of the plan; nil before it is complete.
  package let plan: String?
  /// The part that is done, in per cent, and the seconds that are left; nil while it is not known.
  package let percent: Int
  package let secondsLeft: Int?
  /// The reason that the file cannot be read, or was not merged.
  package let fault: String?
  /// The change that can be undone.
  package let change: Change.ID?

  init(id: ID, kind: Kind, bytes: Int, _ state: MergeSession.State) {
    (self.id, self.kind, self.bytes) = (id, kind, bytes)
    (phase, plan, change, fault) = (state.phase, state.plan, state.change, state.fault?.description)
    (origin, leftOut, recents) = (state.origin, state.leftOut, state.recents.count)
    notes = state.notes.map { notes in
      Notes(
        favourites: notes.favourites, cachedObjects: notes.cachedObjects, deviceSettings: notes.deviceSettings.count,
        newDeviceSettings: state.newDeviceSettings)
    }
    counts = Dictionary(state.records.map { (MergeLine.Fate($0.fate), 1) }, uniquingKeysWith: +)
    let isOver = [.ready, .applied].contains(state.phase)
    percent = isOver ? 100 : state.total == 0 ? 0 : min(99, state.done * 100 / state.total)
    let passed = (ContinuousClock.now - state.begunAt).components.seconds
    secondsLeft =
      isOver || state.done == 0 || state.total == 0 || passed < 2
      ? nil : Int(passed) * max(0, state.total - state.done) / state.done
  }
}
