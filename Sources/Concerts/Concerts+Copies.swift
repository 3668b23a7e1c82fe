internal import Catalogue
package import Deadwax
internal import Storage

/// The tapes and discs of the library that have a recording of a show.
extension Concerts {
  /// Adds a copy that has a recording of a show. It gets a number, a code and, when a person writes one, a tag, like every
  /// copy. Its release stands for the show; all copies of the show on one medium share it.
  ///
  /// - Parameters:
  ///   - show: the show.
  ///   - recording: the recording; nil if it is not known.
  ///   - medium: the medium of the copy.
  ///   - id: the id of the copy; a new one if nil. An existing one is the result of an earlier attempt and is returned.
  ///   - by: the person or program that makes the change.
  /// - Returns: the copy.
  /// - Throws: `ConcertError.noSuchShow`, `.noSuchRecording` or `.otherShow`.
  package func addCopy(
    of show: String, recording: String?, medium: Medium, id: Copy.ID?, by: String?
  ) throws -> ShowCopyView {
    try write { transaction in
      if let id, let known = try transaction.showCopy(id).flatMap({ try transaction.view(of: $0) }) { return known }
      let found = try transaction.checked(show, recording)
      let release = try transaction.release(of: found, medium)
      let copy = try Accession.addCopy(of: release, id: id, in: transaction)
      try transaction.bind(copy.id, toShow: show, recording: recording)
      try transaction.recordChange(.add, by: by)
      return try transaction.boundView(of: copy.id)
    }
  }

  /// Binds a copy to a show, instead of the one that it was bound to.
  ///
  /// - Parameters:
  ///   - copy: the copy.
  ///   - show: the show.
  ///   - recording: the recording; nil if it is not known.
  ///   - version: the version of the binding that the caller saw; nil to replace any.
  ///   - by: the person or program that makes the change.
  /// - Returns: the copy with its show.
  /// - Throws: `ConcertError.noSuchCopy`, `.noSuchShow`, `.noSuchRecording`, `.otherShow` or `.staleBinding`.
  package func bind(
    _ copy: Copy.ID, to show: String, recording: String?, ifVersion version: Int?, by: String?
  ) throws -> ShowCopyView {
    try write { transaction in
      guard try transaction.copy(copy) != nil else { throw ConcertError.noSuchCopy }
      try transaction.check(copy, version)
      _ = try transaction.checked(show, recording)
      try transaction.bind(copy, toShow: show, recording: recording)
      try transaction.publish(.copyChanged(change: .release), subject: copy.text)
      try transaction.recordChange(.copy, by: by)
      return try transaction.boundView(of: copy)
    }
  }

  /// Ends the binding of a copy to a show.
  ///
  /// - Throws: `ConcertError.noSuchCopy`, `.notBound` or `.staleBinding`.
  package func unbind(_ copy: Copy.ID, ifVersion version: Int?, by: String?) throws {
    try write { transaction in
      guard try transaction.copy(copy) != nil else { throw ConcertError.noSuchCopy }
      guard try transaction.showCopy(copy) != nil else { throw ConcertError.notBound }
      try transaction.check(copy, version)
      try transaction.unbindFromShow(copy)
      try transaction.publish(.copyChanged(change: .release), subject: copy.text)
      try transaction.recordChange(.copy, by: by)
    }
  }

  /// Returns the show of a copy.
  ///
  /// - Throws: `ConcertError.noSuchCopy` or `.notBound`.
  package func show(of copy: Copy.ID) throws -> ShowCopyView {
    try database.read { reading in
      guard try reading.copy(copy) != nil else { throw ConcertError.noSuchCopy }
      return try reading.boundView(of: copy)
    }
  }

  /// Returns the show of a copy for the outcome of a scan; nil if the copy is bound to none.
  package func showIfBound(of copy: Copy.ID) throws -> ShowCopyView? {
    try database.read { reading in try reading.showCopy(copy).flatMap { try reading.view(of: $0) } }
  }
}

extension Queryable {
  func view(of binding: ShowCopy) throws -> ShowCopyView? {
    guard let copy = try copy(binding.copy) else { return nil }
    let show = try show(binding.show)
    return ShowCopyView(
      binding: binding, copy: copy, show: show, sets: ShowSet.list(show?.setlistRaw),
      recording: try binding.recording.flatMap { try showRecording($0) })
  }

  /// - Throws: `ConcertError.notBound`.
  fileprivate func boundView(of copy: Copy.ID) throws -> ShowCopyView {
    guard let binding = try showCopy(copy), let view = try view(of: binding) else { throw ConcertError.notBound }
    return view
  }

  /// - Throws: `ConcertError.staleBinding`.
  fileprivate func check(_ copy: Copy.ID, _ version: Int?) throws {
    guard let version else { return }
    let now = try showCopy(copy)?.version ?? 0
    guard version == now else { throw ConcertError.staleBinding(now: now) }
  }

  /// Returns a show, if the recording is one of it.
  fileprivate func checked(_ id: String, _ recording: String?) throws -> Show {
    guard let show = try show(id) else { throw ConcertError.noSuchShow }
    guard let recording else { return show }
    guard let found = try showRecording(recording) else { throw ConcertError.noSuchRecording }
    guard found.show == id else { throw ConcertError.otherShow }
    return show
  }
}

extension WriteTransaction {
  /// Returns the release that stands for a show on a medium; adds it if there is none.
  fileprivate func release(of show: Show, _ medium: Medium) throws -> Release.ID {
    for bound in try copies(ofShow: show.id) {
      guard let copy = try copy(bound.copy), let release = try release(copy.release), release.status == .manual,
        release.medium == medium, release.title == show.line
      else { continue }
      return release.id
    }
    let release = Release(
      id: newID(), status: .manual, medium: medium, title: show.line, artist: show.band,
      year: show.year == 0 ? nil : show.year)
    try insert(release)
    try publish(.releaseAdded, subject: release.id.text)
    return release.id
  }
}
