/// Pairs of real books, as lists and devices write them, and what the rule says of each: the likeness, then
/// `title | authors | ISBN` of one, `~`, and those of the other. Authors and ISBN may be missing.
let samePairs = """
  isbn     Emma | Jane Austen | 9780141439587 ~ Emma | Jane Austen | 0141439580
  isbn     Dune (Dune, #1) | Frank Herbert | 9780441013593 ~ Dune | Herbert, Frank | 0-441-01359-7
  isbn     Emma | Jane Austen | 9780141439587 ~ Emma, roman | Austen | 9780141439587
  isbn     The Hobbit | J.R.R. Tolkien | 9780547928227 ~ Der kleine Hobbit | | 9780547928227
  title    The Hobbit | J.R.R. Tolkien | ~ Hobbit, The | Tolkien, J. R. R. |
  title    The Hobbit | J.R.R. Tolkien | ~ The Hobbit | JRR Tolkien |
  title    THE HOBBIT | J. R. R. Tolkien | ~ The hobbit | John Ronald Reuel Tolkien | 9780547928227
  title    The Waves | Virginia Woolf | ~ Waves | Woolf |
  title    L'Étranger | Albert Camus | ~ L’étranger | Camus, Albert |
  title    Étranger | Albert Camus | ~ L'etranger | A. Camus |
  title    War and Peace | Leo Tolstoy | ~ War & Peace | Tolstoy, Leo |
  title    Cat's Cradle | Kurt Vonnegut | ~ Cat’s Cradle | Kurt Vonnegut Jr. |
  title    The Great Gatsby | F. Scott Fitzgerald | ~ Great Gatsby | Francis Scott Fitzgerald |
  title    The Great Gatsby | F. Scott Fitzgerald | ~ The Great Gatsby | Scott Fitzgerald |
  title    The Left Hand of Darkness | Ursula K. Le Guin | ~ Left Hand of Darkness | Le Guin, Ursula |
  title    One Hundred Years of Solitude | Gabriel García Márquez | ~ One Hundred Years of Solitude | Marquez, Gabriel Garcia |
  title    The Little Prince | Antoine de Saint-Exupéry | ~ The Little Prince | Saint-Exupéry, Antoine de |
  title    Good Omens | Terry Pratchett; Neil Gaiman | ~ Good Omens | Neil Gaiman |
  title    The Final Empire (Mistborn, #1) | Brandon Sanderson | ~ The Final Empire | Brandon Sanderson |
  title    The Final Empire (Mistborn, #1) | Brandon Sanderson | ~ Mistborn: The Final Empire | Brandon Sanderson |
  title    The Final Empire (Mistborn, #1) | Brandon Sanderson | ~ The Final Empire: Mistborn Book One | Sanderson, Brandon |
  title    The Way of Kings (The Stormlight Archive, #1) | Brandon Sanderson | 9780765326355 ~ The Way of Kings: Book One of the Stormlight Archive | Brandon Sanderson |
  title    The Return of the King (The Lord of the Rings, #3) | J.R.R. Tolkien | ~ The Lord of the Rings: The Return of the King | J.R.R. Tolkien |
  title    Guards! Guards! (Discworld, #8; City Watch, #1) | Terry Pratchett | ~ Guards! Guards! (Discworld 8) | Terry Pratchett |
  title    Killing Floor (Jack Reacher, #1) | Lee Child | ~ Killing Floor: A Jack Reacher Novel | Lee Child |
  title    Naruto, Vol. 1 | Masashi Kishimoto | ~ Naruto (Volume 1) | Kishimoto, Masashi |
  title    Naruto 1 | Masashi Kishimoto | ~ Naruto #1 | Masashi Kishimoto |
  title    Naruto, Vol. 01 (Naruto, #1) | Masashi Kishimoto | ~ Naruto, Band 1 | Masashi Kishimoto |
  perhaps  Faust II | Johann Wolfgang von Goethe | ~ Faust: Der Tragödie zweiter Teil | Goethe, Johann Wolfgang von |
  title    Faust II | Johann Wolfgang von Goethe | ~ Faust, Part Two | Johann Wolfgang von Goethe |
  title    Henry IV, Part 1 | William Shakespeare | ~ Henry IV, Part One | William Shakespeare |
  title    Essays: First Series | Ralph Waldo Emerson | ~ Essays, 1st Series | Emerson, Ralph Waldo |
  title    Gilead | Marilynne Robinson | ~ Gilead: A Novel | Marilynne Robinson |
  title    Emma (Penguin Classics) | Jane Austen | ~ Emma (Oxford World's Classics) | Jane Austen |
  title    Emma [Kindle Edition] | Jane Austen | ~ Emma (English Edition) | Jane Austen |
  title    Sapiens: A Brief History of Humankind | Yuval Noah Harari | ~ Sapiens - A Brief History of Humankind | Harari, Yuval N. |
  perhaps  The Fellowship of the Ring (The Lord of the Rings, #1) | J.R.R. Tolkien | 9780618346257 ~ The Fellowship of the Ring (LOTR) | J.R.R. Tolkien |
  title    Catch-22 | Joseph Heller | ~ Catch 22 | Heller, Joseph |
  title    Nineteen Eighty-Four | George Orwell | ~ Nineteen eighty-four | G. Orwell |
  title    雪国 | 川端康成 | ~ 雪国 | 川端康成 |
  title    Война и мир | Лев Толстой | ~ Война и Мир | Толстой, Лев |
  edition  Emma | Jane Austen | 9780141439587 ~ EMMA | Austen, Jane | 9780199535521
  edition  Sapiens: A Brief History of Humankind | Yuval Noah Harari | 9780062316097 ~ Sapiens - A Brief History of Humankind | Yuval Noah Harari | 9781846558238
  edition  The Fellowship of the Ring (The Lord of the Rings, #1) | J.R.R. Tolkien | 9780618346257 ~ The Fellowship of the Ring | J. R. R. Tolkien | 9780345339683
  perhaps  Sapiens | Yuval Noah Harari | ~ Sapiens: A Brief History of Humankind | Yuval Noah Harari | 9780062316097
  perhaps  Moby-Dick; or, The Whale | Herman Melville | 9780142437247 ~ Moby Dick | Herman Melville |
  perhaps  Middlemarch | George Eliot | ~ Middlemarch (Abridged) | George Eliot |
  perhaps  The Lord of the Rings | J.R.R. Tolkien | ~ The Lord of the Rings: The Two Towers | J.R.R. Tolkien |
  perhaps  The Lord of the Rings: The Two Towers | J.R.R. Tolkien | ~ The Lord of the Rings: The Return of the King | J.R.R. Tolkien |
  perhaps  Magic: Apprentice | Ann Example | ~ Magic: Master | Ann Example |
  perhaps  Best American Essays (1998) | Cynthia Ozick | ~ Best American Essays (1999) | Cynthia Ozick |
  perhaps  Faust | Johann Wolfgang von Goethe | ~ Faust I | Johann Wolfgang von Goethe |
  different  The Lord of the Rings: The Two Towers | J.R.R. Tolkien | 9780618346264 ~ The Lord of the Rings: The Return of the King | J.R.R. Tolkien | 9780618346271
  different  Sapiens | Yuval Noah Harari | 9781846558238 ~ Sapiens: A Brief History of Humankind | Yuval Noah Harari | 9780062316097
  different  Poems | Ann Example | ~ Poems | Bo Example |
  different  Poems | A. Example | ~ Poems | Bo Example |
  different  Poems | Charlotte Brontë | ~ Poems | Emily Brontë | 9780141439587
  different  Poems | Ann B. Example | ~ Poems | Ann C. Example |
  different  Walden | Henry David Thoreau | 9780691096124 ~ Walden | Michael T. Dolan |
  different  Possession | A.S. Byatt | ~ Possession |  |
  different  Naruto, Vol. 1 | Masashi Kishimoto | 9781569319000 ~ Naruto, Vol. 2 | Masashi Kishimoto | 9781591161783
  different  Naruto, Vol. 1 | Masashi Kishimoto | ~ Naruto, Vol. 2 | Masashi Kishimoto |
  different  Naruto (Naruto, #1) | Masashi Kishimoto | ~ Naruto (Naruto, #2) | Masashi Kishimoto |
  different  Naruto, Vol. 1 | Masashi Kishimoto | ~ Naruto (Naruto, #2) | Masashi Kishimoto |
  different  Naruto (Naruto, #1) | Masashi Kishimoto | ~ Naruto (Naruto, #1-3) | Masashi Kishimoto |
  different  Faust | Johann Wolfgang von Goethe | ~ Faust II | Johann Wolfgang von Goethe |
  different  Faust: Part One | Johann Wolfgang von Goethe | ~ Faust: Part Two | Johann Wolfgang von Goethe |
  different  Henry IV, Part 1 | William Shakespeare | ~ Henry IV, Part 2 | William Shakespeare |
  different  Henry IV (Part 1) | William Shakespeare | ~ Henry IV (Part II) | William Shakespeare |
  different  Henry V | William Shakespeare | ~ Henry VI | William Shakespeare |
  different  Essays: First Series | Ralph Waldo Emerson | ~ Essays: Second Series | Ralph Waldo Emerson |
  different  Don Quijote, primera parte | Miguel de Cervantes | ~ Don Quijote, segunda parte | Miguel de Cervantes |
  different  À la recherche du temps perdu, tome 1 | Marcel Proust | ~ À la recherche du temps perdu, tome 2 | Marcel Proust |
  different  Magic, Book One: Apprentice | Ann Example | ~ Magic, Book Two: Apprentice | Ann Example |
  different  Dune (Dune, #1) | Frank Herbert | 9780441013593 ~ Dune Messiah (Dune, #2) | Frank Herbert | 9780441172696
  different  The Hunger Games (The Hunger Games, #1) | Suzanne Collins | ~ Catching Fire (The Hunger Games, #2) | Suzanne Collins |
  different  Foundation | Isaac Asimov | 9780553293357 ~ Foundation and Empire | Isaac Asimov | 9780553293371
  different  The Trial | Franz Kafka | ~ The Castle | Franz Kafka |
  different  Complete Stories, Vol. 1, Part 1 | Ann Example | ~ Complete Stories, Vol. 1, Part 2 | Ann Example |
  different  Book One | Ann Example | ~ Book Two | Ann Example |
  different   |  | ~  |  |
  """
