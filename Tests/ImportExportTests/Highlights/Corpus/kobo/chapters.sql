CREATE TABLE Bookmark (BookmarkID TEXT NOT NULL, VolumeID TEXT NOT NULL, ContentID TEXT NOT NULL, Text TEXT, Annotation TEXT, DateCreated TEXT, DateModified TEXT, ChapterProgress REAL NOT NULL DEFAULT 0, Hidden BIT NOT NULL DEFAULT 0, Type TEXT, Color INTEGER, PRIMARY KEY (BookmarkID));
CREATE TABLE content (ContentID TEXT NOT NULL, ContentType TEXT NOT NULL, MimeType TEXT NOT NULL, BookID TEXT, BookTitle TEXT, Title TEXT, Attribution TEXT, ISBN TEXT, ChapterIDBookmarked TEXT, VolumeIndex INTEGER, PRIMARY KEY (ContentID));
INSERT INTO content VALUES ('file:///w.epub', 6, 'application/epub+zip', NULL, NULL, 'Walden', 'Henry David Thoreau', '9780691096124', NULL, -1);
INSERT INTO content VALUES ('file:///w.epub#(1)c1.html', 9, 'x', 'file:///w.epub', 'Walden', 'c1.html', NULL, NULL, NULL, 0);
INSERT INTO content VALUES ('file:///w.epub#(1)c1.html-1', 899, 'x', 'file:///w.epub', 'Walden', 'Economy', NULL, NULL, 'file:///w.epub#(1)c1.html', 0);
INSERT INTO content VALUES ('file:///w.epub#(2)c2.html', 9, 'x', 'file:///w.epub', 'Walden', 'c2.html', NULL, NULL, NULL, 1);
INSERT INTO content VALUES ('file:///w.epub#(2)c2.html-1', 899, 'x', 'file:///w.epub', 'Walden', 'Reading', NULL, NULL, 'file:///w.epub#(2)c2.html', 1);
INSERT INTO Bookmark VALUES ('b2','file:///w.epub','file:///w.epub#(2)c2.html','Books must be
   read',NULL,'2024-01-02T03:04:05.000',NULL,0.5,'false','highlight',2);
INSERT INTO Bookmark VALUES ('b1','file:///w.epub','file:///w.epub#(1)c1.html','The mass of men','my note','2024-01-02T03:04:05.000',NULL,0.25,'false','highlight',0);
INSERT INTO Bookmark VALUES ('b3','file:///w.epub','file:///w.epub#(1)c1.html','Later in	Economy

New paragraph',NULL,'2024-01-02T03:04:05.000',NULL,0.75,'false','highlight',1);
