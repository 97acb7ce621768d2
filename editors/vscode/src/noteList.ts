import { ListedNote, ListedNotes, NoteOrder, Server } from './protocol';

/** The number of notes in the first part of a list, enough for a screen, and in each later one. */
const [first, later] = [200, 1000];

/** A list of notes: those with a hashtag, or all. */
export interface ListWish {
  tag?: string;
  sort?: NoteOrder;
}

/** The parts of a list. Each is asked for when the one before it has been used. */
export async function* notePages(
  server: Server, wish: ListWish
): AsyncGenerator<ListedNotes, void> {
  let cursor: string | undefined;
  do {
    const page = await server.request('commonplace/listNotes', cursor === undefined
      ? { ...wish, limit: first } : { ...wish, limit: later, cursor });
    yield page;
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

/** All notes. Between the parts the server answers others. */
export async function allNotes(server: Server): Promise<ListedNote[]> {
  const all: ListedNote[] = [];
  for await (const { notes } of notePages(server, {})) {
    all.push(...notes);
  }
  return all;
}

/**
 * A list of notes that a tree shows: its first part at once, and the whole list when all parts are
 * read. A list that was whole stays until the new one is.
 */
export class NoteList {
  private notes: readonly ListedNote[] = [];
  private reading: Promise<void> | undefined;
  /** The number of the reading that counts. */
  private turn = 0;

  /** `changed` is called when `get` has more to return than it had before. */
  constructor(
    private readonly server: Server, private readonly wish: () => ListWish,
    private readonly changed: () => void
  ) {}

  /** The notes that are known, at least the first part. */
  async get(): Promise<readonly ListedNote[]> {
    const { turn } = this;
    this.reading ??= this.read(turn);
    try {
      await this.reading;
    } catch (error) {
      this.forget(turn);
      throw error;
    }
    // The answer is out of date if there was a refresh meanwhile.
    return turn === this.turn ? this.notes : this.get();
  }

  /** Has the next `get` ask the server. */
  refresh(): void {
    this.turn += 1;
    this.reading = undefined;
  }

  private forget(turn: number): void {
    if (this.turn === turn) {
      this.refresh();
    }
  }

  private async read(turn: number): Promise<void> {
    const pages = notePages(this.server, this.wish());
    const { value } = await pages.next();
    const page: ListedNotes = value ?? { notes: [], total: 0 };
    if (turn !== this.turn) {
      return;
    }
    if (page.next == null || this.notes.length < page.notes.length) {
      this.notes = page.notes;
    }
    if (page.next != null) {
      // Without the rest the first part is shown, and the next refresh tries again.
      this.readOn(turn, [...page.notes], pages).catch(() => this.forget(turn));
    }
  }

  private async readOn(
    turn: number, notes: ListedNote[], pages: AsyncGenerator<ListedNotes, void>
  ): Promise<void> {
    for await (const page of pages) {
      if (turn !== this.turn) {
        return;
      }
      notes.push(...page.notes);
    }
    this.notes = notes;
    this.changed();
  }
}
