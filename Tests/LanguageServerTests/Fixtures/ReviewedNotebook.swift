import Foundation
import Notebook
import TestSupport

/// A notebook with one note about a book: its prompts are due at known times, and it has images.
struct ReviewedNotebook {
  let folder: TemporaryFolder
  let path: String

  static let text = """
    # Walden

    > Simplify, *simplify*. (p. 91)

    The ?[which?](heart) has ?[](four) chambers 😀 é.

    Q: Who wrote it?
    A: Thoreau

    ![pond](assets/pond.png) ![gone](assets/gone.png) ![far](https://example.org/a.png)

    #books/nature
    """

  /// The quote is due since three days, the first cloze in five days; the rest is new.
  init(now: Date = Date(), book: Bool = true) throws {
    folder = try TemporaryFolder()
    path = folder.path("Reviewed.libnotes")
    try Notebook.create(at: path, notes: [Self.text, "A note without a heading #books\n"])
    func day(_ days: Double) -> String { now.addingTimeInterval(days * 86_400).ISO8601Format() }
    var script = """
      UPDATE entry SET json = json_set(json, '$.promptStatistics[0].due', '\(day(-3))',
        '$.promptStatistics[0].lastReview', '\(day(-13))', '$.promptStatistics[0].reviewCount', 4,
        '$.promptStatistics[0].idealInterval', 864000.0) WHERE key LIKE 'prompt=quote%';
      UPDATE entry SET json = json_set(json, '$.promptStatistics[0].due', '\(day(5))',
        '$.promptStatistics[0].lastReview', '\(day(-1))', '$.promptStatistics[0].reviewCount', 1)
        WHERE key LIKE 'prompt=cloze%';
      INSERT INTO entry SELECT scope, 'assets/pond.png', authorId, usn, timestamp, 3, NULL, NULL,
        'image/png', CAST(x'89504e470d0a1a0a0000000d4948445200000280000001e00806000000' || zeroblob(12000)
          AS BLOB)
        FROM entry WHERE key LIKE 'prompt=quote%';
      """
    if book {
      script += """
        UPDATE entry SET json = json_set(json, '$.book', json('{"title":"Walden","authors":
          ["Henry David Thoreau"],"originalYearPublished":1854,"yearPublished":2004}'))
          WHERE key = '.metadata' AND json LIKE '%Walden%';
        """
    }
    _ = try SQLite.run(script, on: path)
  }
}
