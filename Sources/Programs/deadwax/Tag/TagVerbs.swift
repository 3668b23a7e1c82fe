extension Verb {
  /// The commands for tags, in the order of the help.
  static let tag = [
    tagList, tagRead, tagWrite, tagBind, tagUnbind, tagErase, tagSeal, tagUnseal, tagJobs, tagQueue,
  ]
}
