extension Outcome {
  /// What happens next with a tag, in one sentence or two: each refusal says the way on.
  var tagDetail: String {
    switch code {
    case .tagNeeded:
      mode == .bind ? "Lay down its tag, or hold up the label." : "Lay its tag on the reader, and leave it there."
    case .tagWriting: "Leave the tag where it is until it is done."
    case .tagWritten: "Written, read back and bound. Take it away."
    case .tagUnchanged: "It was on the tag already, and is bound. Take it away."
    case .tagErased: "Nothing is written on it any more."
    case .tagSealed: "Everybody can read it, and only this desk can change it."
    case .tagUnsealed: "Anybody can change it again."
    case .bound: "It names this record from now on."
    case .alreadyBound: "It names this record already."
    case .unbound: "It names nothing any more."
    case .noTag: "Lay a tag on the reader."
    case .tagRandomUID: "It shows another number every time, as phones do, so it can name nothing. Use a tag."
    case .tagType: "Its type cannot be written. Bind it by its number instead, or use an NTAG213."
    case .tagLocked: "It can never be written again. Bind it by its number instead, or use another tag."
    case .tagPassword: "It was sealed by somebody else. Bind it by its number instead, or use another tag."
    case .tagTooSmall: "Not even the short form has room. Bind it by its number instead, or use an NTAG213."
    case .twoTags: "Take all away and lay down one. Nothing was changed."
    case .tagLost: "Lay the same tag back: it will be finished."
    case .verifyFailed: "What was written could not be read back. Try again; after three times use another tag."
    case .tagSuspect: "It has failed three times. Use another tag; erasing it tries once more."
    case .tagBusy: "Something else was begun on it. Lay it down to finish that, or cancel it under Tags."
    case .boundElsewhere: "It is the tag of something else. Nothing was moved."
    case .readerFault: "The reader could not do it. Lay the tag down again when the reader is back."
    case .expired: "Nothing was written. Begin anew."
    case .cancelled: "Nothing more will be written."
    case .tagBound: "It is the tag of another record, which would then have none. Yes moves it."
    case .tagForeignContent: "Somebody else's content is on it. Yes overwrites it."
    case .copyHasTag: "This record has a tag already. Yes adds this one."
    case .queueEmpty: "No record there is without a tag."
    case .declined: "Nothing was changed."
    case .nothingToConfirm: "No question is open at this desk."
    default: ""
    }
  }
}
