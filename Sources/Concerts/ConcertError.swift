internal import Archives

/// The reason why something with the concert catalogue is not possible.
package enum ConcertError: Error, Equatable, CustomStringConvertible {
  case noSuchShow, noSuchRecording, noSuchCollection, noSuchCopy
  /// The copy is bound to no show.
  case notBound
  /// The binding has another version than the caller saw: the current version.
  case staleBinding(now: Int)
  /// The show is not in the library.
  case notInLibrary
  /// The recording is one of another show.
  case otherShow
  /// There is no such import, or it has ended.
  case noSuchImport
  /// The import is in another phase.
  case wrongPhase(ConcertImport.Phase)
  /// The file has no byte.
  case emptyFile
  /// The package is refused: the name of the entry at fault, if there is one, and a sentence.
  case badPackage(entry: String?, String)
  case diskFull
  /// A file cannot be written or read now: the reason, for the log.
  case unavailable(String)
  /// Archive.org has no such item.
  case notArchived
  /// Archive.org gave no usable answer: a sentence.
  case archiveUnavailable(String)
  /// The hub is stopping.
  case stopped

  package var description: String {
    switch self {
    case .noSuchShow: "The catalogue has no show with this id."
    case .noSuchRecording: "The catalogue has no recording with this identifier."
    case .noSuchCollection: "The catalogue has no collection with this id."
    case .noSuchCopy: "There is no copy with this id."
    case .notBound: "The copy is bound to no show."
    case .staleBinding(let now): "The binding has changed since; its version is now \(now)."
    case .notInLibrary: "The show is not in the library."
    case .otherShow: "The recording is one of another show."
    case .noSuchImport: "There is no such import, or it has ended. Send the package again."
    case .wrongPhase(.reading): "The package is being read. Wait until it is ready."
    case .wrongPhase(.writing): "The package is being imported. Wait until it has ended."
    case .wrongPhase(.done): "The package was imported already."
    case .wrongPhase: "The package is not ready to be imported."
    case .emptyFile: "The file is empty."
    case .badPackage(let entry, let sentence): (entry.map { "\($0): " } ?? "") + sentence
    case .diskFull: "The disk is full. Nothing was imported."
    case .unavailable(let reason): reason
    case .notArchived: "Archive.org has no item with this identifier."
    case .archiveUnavailable(let sentence): sentence
    case .stopped: "The hub is stopping."
    }
  }
}

extension ConcertError {
  init(_ error: ArchiveError) {
    switch error.fault {
    case .unavailable(let reason): self = .unavailable(reason)
    default: self = .badPackage(entry: error.entry, error.sentence)
    }
  }
}
