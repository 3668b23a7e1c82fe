/// A reason to refuse an archive, with the name of the entry that is at fault.
package struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Fault: Hashable, Sendable {
    /// The file has no signature of a ZIP file.
    case notZIP
    /// The end of the archive is missing.
    case truncated
    /// The structure or a checksum is wrong. The text says what.
    case damaged(String)
    /// The entry, or the list of entries, is encrypted.
    case encrypted
    case absolutePath
    /// The name has a component `..`.
    case parentFolder
    case backslash
    /// The name contains a NUL character.
    case nul
    case notUTF8
    /// The name is empty, too long, has a control character, or has an empty component or the component `.`.
    case unclearName
    /// A symbolic link.
    case link
    /// A device, a pipe or a socket.
    case specialFile
    /// Another entry has the same name, or is a folder of the same name.
    case duplicate
    /// The method of compression is neither Stored nor Deflate.
    case compression(Int)
    /// The entry shares bytes of the file with another entry.
    case overlap
    case manyEntries(limit: Int)
    /// The unpacked entry has more bytes than the limit.
    case largeEntry(limit: Int)
    /// All unpacked entries together have more bytes than the limit.
    case largeArchive(limit: Int)
    /// The unpacked bytes are more than so many times the packed ones.
    case ratio(limit: Int)
    /// The file cannot be read, or the output cannot be written.
    case unavailable(String)
  }

  /// The name of the entry, in which characters that are no text are replaced; nil if the fault is one of the whole file.
  package let entry: String?
  package let fault: Fault

  package init(_ fault: Fault, entry: String?) {
    self.fault = fault
    self.entry = entry
  }

  /// The fault as a sentence without the name of the entry.
  package var sentence: String {
    switch fault {
    case .notZIP: "The file is no ZIP file."
    case .truncated: "The end of the archive is missing."
    case .damaged(let part): "The archive is damaged: \(part)."
    case .encrypted: "The content is encrypted."
    case .absolutePath: "The name is an absolute path."
    case .parentFolder: "The name leads to a folder above, by \"..\"."
    case .backslash: "The name contains a backslash."
    case .nul: "The name contains a NUL character."
    case .notUTF8: "The name is no text in UTF-8."
    case .unclearName: "The name is empty, too long, or has an unusual component."
    case .link: "The entry is a link."
    case .specialFile: "The entry is neither a file nor a folder."
    case .duplicate: "The name is used twice."
    case .compression(let method): "The method of compression, number \(method), is not supported."
    case .overlap: "The entry shares bytes with another entry."
    case .manyEntries(let limit): "There are more than \(limit) entries."
    case .largeEntry(let limit): "The unpacked entry has more than \(limit) bytes."
    case .largeArchive(let limit): "The unpacked entries have more than \(limit) bytes together."
    case .ratio(let limit): "The unpacked entry is more than \(limit) times as large as its packed bytes."
    case .unavailable(let reason): reason
    }
  }

  package var description: String { entry.map { "\($0): \(sentence)" } ?? sentence }
}
