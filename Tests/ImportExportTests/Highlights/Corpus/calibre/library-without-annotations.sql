CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, uuid TEXT);
CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE books_authors_link (id INTEGER PRIMARY KEY, book INTEGER, author INTEGER);
CREATE TABLE identifiers (id INTEGER PRIMARY KEY, book INTEGER, type TEXT, val TEXT);
CREATE TABLE annotations (id INTEGER PRIMARY KEY, book INTEGER, format TEXT, user_type TEXT, user TEXT, timestamp REAL, annot_id TEXT, annot_type TEXT, annot_data TEXT, searchable_text TEXT);
INSERT INTO books VALUES (1,'Walden','aa-bb');
INSERT INTO authors VALUES (1,'Henry David Thoreau'),(2,'Emerson| Ralph Waldo');
INSERT INTO books_authors_link VALUES (1,1,1),(2,1,2);
INSERT INTO identifiers VALUES (1,1,'isbn','9780691096124'),(2,1,'goodreads','1');
