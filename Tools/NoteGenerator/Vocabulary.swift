/// The words of generated notes, enough for realistic letters, lengths and repetitions.
enum Vocabulary {
  /// Common words are repeated.
  static let words = split(
    """
    the the the the the the of of of of and and and and to to to a a a a in in in that that is is
    was was it it for for as as with with his her their our by by on on not not be be at at this
    but but from from or had have which one we you they all were when there can an so if no what
    who more about into than them only other some time could these two may then do first any my
    now such like over new man even most made after also did many before must through back years
    where much your way well down should because each just those people how too little state good
    very make world still own see men work long get here between both life being under never day
    same another know while last might us great old year off come since against go came right
    used take three
    garden window letter village mountain winter summer morning evening river forest meadow pond
    cabin railroad journey harbour island desert valley storm thunder shadow lantern candle silver
    copper iron timber marble ribbon velvet paper ink margin chapter sentence paragraph page volume
    library author reader scholar teacher student merchant farmer sailor soldier emperor senator
    philosopher physician astronomer naturalist painter poet printer translator stranger neighbour
    friend brother sister mother father daughter child citizen servant master
    virtue courage patience prudence justice temper anger grief sorrow pleasure hope fear doubt
    reason memory habit attention silence solitude freedom necessity fortune nature custom
    knowledge wisdom judgement opinion argument evidence experiment observation hypothesis theory
    species variation selection inheritance structure instinct climate barrier organ tissue cell
    heart blood muscle nerve bone membrane oxygen carbon energy motion gravity orbit comet planet
    begins believes becomes carries changes compares considers consists continues depends describes
    discovers divides endures explains follows forgets gathers happens imagines increases learns
    measures mentions notices observes perceives prefers produces promises proves questions reaches
    receives recalls remains remembers repeats requires resembles returns reveals shows speaks
    studies suggests supposes teaches travels understands vanishes wanders watches wonders writes
    ancient bitter bright broad calm careful cheerful clear common curious deliberate distant
    domestic eager earnest faithful familiar foreign gentle gradual honest humble idle immense
    inward learned lonely minute modest moral narrow natural noble obscure ordinary patient peculiar
    plain private public quiet rational remote rough rural sacred savage severe simple sincere
    slight solemn steady strange subtle sudden tranquil trivial universal useful various vast
    visible vivid weary whole willing
    """)

  /// Non-ASCII words: precomposed and decomposed accents, other scripts.
  static let foreign = split(
    """
    café naïve Brontë façade Übermensch œuvre señor garçon Dvořák Łódź e\u{301}tude cafe\u{301}
    Ἀριστοτέλης λόγος Война мир 読書 侘寂 随筆 道德經 論語 학문 서재 ספר كتاب पुस्तक
    """)

  static let emoji = split("📚 🌲 🕯️ ✍🏽 👩‍🏫 🇯🇵 ❤️ 🧠 ⭐️ 🪶 👨‍👩‍👧 🔥")

  static let authors = split(
    "Thoreau Seneca Austen Darwin Montaigne Woolf Epictetus Bashō Lispector Borges Laozi Hypatia")

  static let topics = split(
    "books philosophy nature stoicism biology history letters travel habits solitude 読書 poésie")

  static let genres = split(
    "Fiction Drama Poetry History Philosophy Biography Science Essays Travel Nature Letters Économie"
  )

  private static func split(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
