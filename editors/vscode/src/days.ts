import * as vscode from 'vscode';
import { MadeNote, Place, Server } from './protocol';
import { pickLabel } from './text';
import { t } from './words';

/**
 * Shows a note that a command created or found. The cursor goes to the position that its template
 * specifies, or to its end.
 */
export async function showMade(note: MadeNote): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(note.uri));
  const place = note.position;
  const at = place ? new vscode.Position(place.line, place.character)
    : document.lineAt(document.lineCount - 1).range.end;
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
}

/** Makes the server create or find a note, which the caller shows. */
async function made(server: Server, command: string, argument: object): Promise<MadeNote> {
  const answer = await server.request('workspace/executeCommand', {
    command, arguments: [{ ...argument, show: false }],
  });
  return answer as MadeNote;
}

/** Opens the note of a day, such as `today` or `2026-03-04`; creates it the first time. */
export async function openDay(server: Server, date: string): Promise<void> {
  await showMade(await made(server, 'commonplace.dayNote', { date }));
}

interface DayItem extends vscode.QuickPickItem {
  /** The day; undefined for a day that the user types. */
  date?: string;
}

/**
 * Returns the days of the last ten weeks and of the next week, the latest first. Days with a note
 * are marked.
 */
async function calendar(server: Server): Promise<DayItem[]> {
  const now = new Date();
  const days = Array.from({ length: 77 }, (_, index) => {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 7 - index, 12);
    const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) => `0${part}`.slice(-2));
    return {
      date: `${day.getFullYear()}-${month}-${date}`,
      weekday: day.toLocaleDateString(undefined, { weekday: 'long' }),
    };
  });
  const noted = await server.request(
    'commonplace/listDays', { dates: days.map(({ date }) => date) });
  const dates = new Set(noted.days.map(({ date }) => date));
  return days.map(({ date, weekday }) => ({
    label: date, date, description: dates.has(date) ? `${weekday} $(note)` : weekday,
  }));
}

export async function chooseDay(server: Server): Promise<void> {
  const days: DayItem[] = [
    { label: t('Today'), date: 'today' }, { label: t('Yesterday'), date: 'yesterday' },
    { label: t('Tomorrow'), date: 'tomorrow' }, { label: t('Another Day…') },
    ...await calendar(server),
  ];
  const chosen = await vscode.window.showQuickPick(days, { title: t('Note of Any Day') });
  const date = chosen && (chosen.date ?? await vscode.window.showInputBox({
    title: t('Note of Any Day'), prompt: t('A date such as {0}', '2026-03-04'),
  }));
  if (date !== undefined && date.trim() !== '') {
    await openDay(server, date.trim());
  }
}

/** Creates a note from one of the user's templates. Returns whether it did. */
export async function newFromTemplate(server: Server): Promise<boolean> {
  const { templates } = await server.request('commonplace/listTemplates', {});
  if (templates.length === 0) {
    void vscode.window.showInformationMessage(t(
      'No templates yet. Create a file such as NAME.md in the folder “templates”, next to your'
      + ' settings file. “commonplace config --path” prints the path of that file.'));
    return false;
  }
  const chosen = await vscode.window.showQuickPick(
    templates.map((name) => ({ label: pickLabel(name), name })), { title: t('Template') });
  const title = chosen && await vscode.window.showInputBox({
    title: t('New Note'), prompt: t('Title of the new note'),
  });
  if (chosen === undefined || title === undefined || title.trim() === '') {
    return false;
  }
  await showMade(await made(server, 'commonplace.newNote', { title, kind: chosen.name }));
  return true;
}

interface LinkItem extends vscode.QuickPickItem {
  uri: string;
  place?: Place;
}

export async function chooseLink(server: Server, uri: vscode.Uri): Promise<void> {
  const { pointing, pointedAt } = await server.request(
    'commonplace/listLinks', { uri: uri.toString() });
  const items: LinkItem[] = [
    ...pointing.flatMap((note) => note.places.map(({ range, sentence }) => ({
      label: `$(arrow-left) ${pickLabel(note.title)}`, detail: pickLabel(sentence), uri: note.uri,
      place: range.start,
    }))),
    ...pointedAt.map((note) => ({
      label: `$(arrow-right) ${pickLabel(note.title)}`, uri: note.uri,
    })),
  ];
  if (items.length === 0) {
    void vscode.window.showInformationMessage(
      t('This note has no links to or from other notes.'));
    return;
  }
  const chosen = await vscode.window.showQuickPick(items, {
    title: t('Links of This Note'), matchOnDetail: true,
  });
  if (chosen !== undefined) {
    const { line, character } = chosen.place ?? { line: 0, character: 0 };
    const at = new vscode.Position(line, character);
    await vscode.window.showTextDocument(
      vscode.Uri.parse(chosen.uri), { selection: new vscode.Range(at, at) });
  }
}
