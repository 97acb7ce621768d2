import Testing

@testable import Notebook

/// The names that sync programs give to copies of `book.libnotes`, and other names.
@Suite struct ConflictCopyNameTests {
  /// Between `book` and `.libnotes`.
  static let endings = [
    // Dropbox, in some languages; Maestral.
    " (Ann's conflicted copy 2024-01-31)", " (Ann’s Conflicted Copy 2024-01-31 (1))",
    " (In Konflikt stehende Kopie von Ann 2024-01-31)", " (Copie en conflit de Ann 2024-01-31)",
    " (Copia en conflicto de Ann 2024-01-31)", " (Конфликтующая копия с Ann 2024-01-31)",
    " (Ann の競合コピー 2024-01-31)", " (Ann 的冲突副本 2024-01-31)", " (conflicting copy)",
    // Nextcloud, ownCloud, OpenCloud.
    " (conflicted copy 2024-01-31 120000)", " (conflicted copy ann 2024-01-31 120000)",
    "_conflict-20240131-120000", "_conflict-Ann-20240131-120000",
    // Syncthing, Seafile, Resilio.
    ".sync-conflict-20240131-120000-ABCDEFG", ".sync-conflict-20240131-120000",
    " (SFConflict ann@example.com 2024-01-31-12-00-00)", " (SFConflict 2024-01-31-12-00-00)",
    ".Conflict", ".Conflict2", ".Conflict.Conflict", "_Conflict",
    // pCloud, Google Drive of old, rclone, Synology Drive, Unison, FileCloud, Cozy.
    " [conflicted]", " [conflicted 2]", " [Conflict]", ".conflict1",
    "_Andy-PC_Jan-03-0901-2013_CaseConflict_1", "_nas_Oct-25-115932-2018_Conflict",
    " (copy: conflict on 2016-05-03)", " (copy: conflict 1 on 2016-05-03)",
    "(Conflict_ann_2020-03-25-22-50-36)", "-conflict-2018-11-08T01_02_03.004Z",
    // Google Drive, OneDrive, MEGA, browsers; iCloud Drive and Finder; Box.
    " (1)", " (12)", " 2", " 13", " (ann@example.com)",
    // OneDrive, here and on Windows; OneDrive for Linux.
    "-thinkpad", "-ThinkPad-2", "-DESKTOP-AB12CD3", "-LAPTOP-0A1B2C3D", "-nas-safeBackup-0001",
    // Copies of copies.
    " (1) (Ann's conflicted copy 2024-01-31)", ".sync-conflict-20240131-120000-ABCDEFG 2",
    " 2 (1)", "-thinkpad (1)",
  ]

  @Test(arguments: endings) func areCopies(ending: String) {
    #expect(ConflictCopyName.matches("book\(ending).libnotes", stem: "book", host: "ThinkPad"))
  }

  @Test(arguments: [
    "book", "book 1", "book 0", "book (x)", "book ()", "book (2024)", "book 2024", "books (1)",
    "other (1)", "book notes 2", "book-old", "book-club", "book-2024", "book - a conflict",
    "book-Israeli conflict", "book copy", "book (copy)", "book-", "book-thinkpads", "book.bak",
    "book (ann@)",
  ]) func areNotCopies(stem: String) {
    #expect(!ConflictCopyName.matches(stem + ".libnotes", stem: "book", host: "ThinkPad"))
    #expect(!ConflictCopyName.matches(stem, stem: "book", host: "ThinkPad"))
  }

  /// A browser numbers downloads, and some sync programs their copies, in the same way.
  @Test(arguments: [
    (" (1)", true), (" (12)", true), (" 2 (1)", true), (" (1) 2", true), ("-thinkpad (1)", true),
    (" (1) (Ann's conflicted copy 2024-01-31)", true),
    (".sync-conflict-20240131-120000-ABCDEFG (1)", true), (" 2", false), (" 13", false),
    (" (Ann's Conflicted Copy 2024-01-31 (1))", false), (" (ann@example.com)", false),
    (" (Ann's conflicted copy 2024-01-31)", false), ("-thinkpad", false), ("", false),
    (".sync-conflict-20240131-120000-ABCDEFG", false),
  ]) func someMayBeDownloads(ending: String, mayBe: Bool) {
    #expect(ConflictCopyName.mayBeDownload("book\(ending).libnotes", stem: "book") == mayBe)
  }

  /// A name that is a copy's even where the original is gone.
  @Test(arguments: [
    ("a's Conflicted Copy", true), ("a (Ann's conflicted copy 2024-01-31)", true),
    ("a (In Konflikt stehende Kopie von Ann 2024-01-31)", true),
    ("a.sync-conflict-20240131-120000-ABC", true), ("a_conflict-20240131-120000", true),
    ("a (SFConflict ann 2024-01-31-12-00-00)", true), ("Conflicts 1914-18", false),
    ("The conflict", false), ("a (1)", false), ("a 2", false), ("a", false),
  ]) func someSaySoThemselves(stem: String, isCertain: Bool) {
    #expect(ConflictCopyName.isCertain(stem + ".libnotes") == isCertain)
  }

  /// A person may call a note so that only a program's words tell its name from a copy's.
  @Test(
    arguments: [
      ("Emma.sync-conflict-20240131-120000-ABCDEFG", "Emma"), ("Emma.conflict1", "Emma"),
      ("Emma (Ann's conflicted copy 2024-01-31)", "Emma"), ("Emma.Conflict", "Emma"),
      ("Emma (In Konflikt stehende Kopie von Ann 2024-01-31)", "Emma"),
      ("Emma (conflicted copy 2024-01-31 120000)", "Emma"), ("Emma [conflicted 2]", "Emma"),
      ("Emma_conflict-20240131-120000", "Emma"), ("Emma-nas-safeBackup-0001", "Emma"),
      ("Emma_nas_Oct-25-115932-2018_Conflict", "Emma"),
      ("Emma (Ann's conflicted copy 2024-01-31) (2)", "Emma"),
      ("Emma (SFConflict ann@example.com 2024-01-31-12-00-00)", "Emma"),
      // The longest that is there.
      ("Emma.conflict1.conflict2", "Emma.conflict1"), ("Emma 2.conflict1", nil),
      ("Anna.conflict1", nil), ("Emma", nil), ("Emma 2", nil), ("Emma (1)", nil),
      ("Emma (conflict)", nil), ("Emma-conflict", nil), ("Emma_Conflict", nil), ("Emma-pc", nil),
      ("Emma (ann@example.com)", nil), ("Emma and the conflict 2024-01-31", nil),
      (".conflict1", nil),
    ] as [(String, String?)]) func copiesOfNotesAreCertain(name: String, original: String?)
  {
    #expect(
      ConflictCopyName.original(of: name) { ["Emma", "Emma.conflict1", ""].contains($0) }
        == original)
  }

  /// Names come from anybody: none takes long.
  @Test func hostileNamesTakeNoTime() {
    for part in ["(conflict)", " (1)", " 2", "-a", "_a_jan-01-0000-2000_conflict", "a@b", " ("] {
      let ending = String(repeating: part, count: 255 / part.utf8.count)
      _ = ConflictCopyName.matches("book\(ending)x.libnotes", stem: "book", host: "a")
      _ = ConflictCopyName.isCertain("book\(ending)x.libnotes")
      _ = ConflictCopyName.original(of: "book\(ending)x") { _ in true }
      _ = ConflictCopyName.mayBeDownload("book\(ending)x.libnotes", stem: "book")
    }
  }
}
