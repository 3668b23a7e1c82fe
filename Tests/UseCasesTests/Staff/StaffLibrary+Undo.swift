import Deadwax
import Execution
import History
import TestSupport
import Testing

extension StaffLibrary {
  /// Undoes the last change.
  func undoLast() throws { try undo(try #require(try lastChange())) }

  func undo(_ change: Change) throws {
    let service = UndoService(database: database, policies: LibraryPolicies(), published: {})
    _ = try service.undo(change.id, by: .staff("test"))
  }

  /// Returns the field that was refused; nil if nothing was, and the text of any other error.
  func field(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch StaffError.badValue(let field, _) {
      return field
    } catch {
      return "\(error)"
    }
  }
}
