extension Verb {
  /// What can be done with tags, in the order of the help.
  static let tag = [
    tagList, tagRead, tagWrite, tagBind, tagUnbind, tagErase, tagSeal, tagUnseal, tagJobs, tagQueue,
  ]
}
