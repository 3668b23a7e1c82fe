extension Migration {
  /// All migrations, in order. A released migration is never edited.
  package static let all: [Migration] = [
    stationTables, tagTables, labels, storedResponses, lendingTables, offlineTables, stationTokens, refunds,
    glossaryNames, eventBodies, shelfMarks, placeVersions, accounts, notices, borrowerLinks, accessHistory,
    orders, sourceChoices, recheck, editableRecords, releaseDetails, attachments, additionBatches,
    scanTargets, sourceLinks, releaseDifferences, discogsComparison, severalCandidates, sessionLinks,
    searchIndex, copiesGone, lists, smartCollections, stockTakes, recheckSearch, tagsAndPastLoans,
    plays, concerts, changeParts, mergedIDs, searchBeginnings, disabledSlots, devicesAndMappings, stockTakeLines,
    stockTakeReleases,
  ]
}
