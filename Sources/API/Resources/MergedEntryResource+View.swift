internal import Deadwax
internal import Messages
internal import OfflineMerge
internal import OfflineStation
internal import Wire

extension MergedEntryResource {
  init(_ view: MergedEntryView, _ words: Messages) {
    let mode = view.item.entry.mode
    self.init(
      view.item, change: view.change?.id, release: view.release, copy: view.copy, borrower: view.borrower
    ) { words.title(of: Outcome($0, mode: mode), in: .english) }
  }
}
