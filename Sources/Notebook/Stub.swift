public import Foundation
public enum SaveResult: Sendable, Equatable { case saved(version: String); case conflict(StoredNote?) }
public struct NoteConflict: Sendable, Equatable {
  public struct Side: Sendable, Equatable { public var version: String; public var author: String; public var written: Date; public var text: String? }
  public var sides: [Side]
}
public enum ConflictChoice: Sendable { case mine, theirs(version: String?), both }
extension Notebook {
  public func save(text: String, note: String, base: String?) throws(NotebookError) -> SaveResult { .conflict(nil) }
  public func saveKeepingOthers(text: String, note: String, base: String?) throws(NotebookError) -> (version: String, isInConflict: Bool) { ("", false) }
  public func createNote(title: String?, text: String?, tags: [String]) throws(NotebookError) -> StoredNote { try note(id: "") }
  public func trash(_ id: String) throws(NotebookError) {}
  public func delete(_ id: String) throws(NotebookError) {}
  public func conflict(in id: String) throws(NotebookError) -> NoteConflict? { nil }
  public func resolveConflict(in id: String, keeping: ConflictChoice) throws(NotebookError) -> [StoredNote] { [] }
}
