import { ListedNote, ListedNotes, NoteOrder, Server } from './protocol';

/** The number of notes in the first part of a list, enough for a screen, and in each later part. */
const [first, later] = [200, 1000];

export interface ListWish {
  tag?: string;
  sort?: NoteOrder;
}

/** Yields the parts of a list. Each part is requested when the caller needs it. */
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

export async function allNotes(server: Server): Promise<ListedNote[]> {
  const all: ListedNote[] = [];
  for await (const { notes } of notePages(server, {})) {
    all.push(...notes);
  }
  return all;
}

/**
 * A list of notes for a tree: first its first part, then the whole list when all parts are read. A
 * longer list stays until the new one is complete.
 */
export class NoteList {
  private notes: readonly ListedNote[] = [];
  private reading: Promise<void> | undefined;
  /** The number of the current reading; results of others are dropped. */
  private turn = 0;

  /** `changed` is called when a list of several parts is complete. */
  constructor(
    private readonly server: Server, private readonly wish: () => ListWish,
    private readonly changed: () => void
  ) {}

  /** Returns the last complete list, or else the first part. */
  async get(): Promise<readonly ListedNote[]> {
    const { turn } = this;
    this.reading ??= this.read(turn);
    try {
      await this.reading;
    } catch (error) {
      this.forget(turn);
      throw error;
    }
    // If the list was refreshed since, the answer is outdated.
    return turn === this.turn ? this.notes : this.get();
  }

  /** Makes the next `get` request the list again. */
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
      // On an error, the present notes stay, and the next `get` tries again.
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
