// Notes as files: reading, saving, and what others change meanwhile.
'use strict';

const { execFileSync } = require('child_process');
const vscode = require('vscode');
const { test, skip, equal, check, contains } = require('../harness');
const { answer } = require('../recording');

const provider = (window) => window.desktop.fileSystems.get('commonplace');

async function opened(window) {
  await window.start();
  return window.openNote();
}

test('a note is opened from the notebook, as Mini Markdown, and painted', async (window) => {
  const document = await opened(window);
  check(document.getText().startsWith('# Henry David Thoreau: Walden'), document.getText());
  equal(document.isDirty, false, 'unsaved changes');
  const tokens = (await window.tokens(document)).map(([text, type]) => `${type} ${text}`);
  contains(tokens.join('\n'), 'heading Henry David Thoreau: Walden', 'the title');
  contains(tokens.join('\n'), 'hashtag #nature', 'a hashtag');
});

test('a saved note is in the notebook at once', async (window) => {
  const document = await opened(window);
  window.append(document, '\nSimplicity, simplicity, simplicity!\n');
  check(await document.save(), 'it is saved');
  equal(document.isDirty, false, 'unsaved changes');
  equal(window.stored(document), document.getText(), 'the stored text');
  window.append(document, 'Twice.\n');
  check(await document.save(), 'it is saved again');
  equal(window.stored(document), document.getText(), 'the text stored then');
});

test('a save is no change elsewhere', async (window) => {
  const document = await opened(window);
  const events = [];
  provider(window).onDidChangeFile((changes) => events.push(...changes));
  window.append(document, 'mine\n');
  await document.save();
  // The server reports changes in order: once another note's has come, ours would have.
  const other = await window.other();
  const seneca = await vscode.workspace.openTextDocument(await window.uri('Seneca'));
  await other.write(seneca.uri.toString(), 'theirs\n');
  await window.wait('the other note', () => seneca.getText() === 'theirs\n');
  equal(events.map(({ uri }) => uri.toString()), [seneca.uri.toString()], 'the changes told');
});

test('the time of modification is the note\'s, and stays while the note does', async (window) => {
  const document = await opened(window);
  const files = provider(window);
  const { notes } = await (await window.other()).ask('commonplace/listNotes', {});
  const listed = notes.find(({ uri }) => uri === document.uri.toString());
  const first = await files.stat(document.uri);
  equal(Math.floor(first.mtime / 1000), Date.parse(listed.modified) / 1000, 'the second');
  equal(first.size, Buffer.byteLength(document.getText()), 'the size');
  equal(await files.stat(document.uri), first, 'asked again');
  window.append(document, 'more\n');
  equal((await files.stat(document.uri)).mtime, first.mtime, 'while it is edited');
  await document.save();
  const second = await files.stat(document.uri);
  check(second.mtime > first.mtime, 'it is later once it was saved');
  equal(await files.stat(document.uri), second, 'and stays so');
});

test('neither opening nor saving a note lists the others', async (window) => {
  await window.start();
  const uri = await window.uri('Walden');
  await window.quit();
  await window.start();
  await window.running();
  const asked = answer(window, { 'commonplace/listNotes': { notes: [] } });
  const document = await vscode.workspace.openTextDocument(uri);
  await provider(window).stat(uri);
  window.append(document, 'mine\n');
  check(await document.save(), 'it is saved');
  await provider(window).stat(uri);
  equal(asked, [], 'lists that were asked for');
});

test('versions of one second are told apart by their times', async (window) => {
  const document = await opened(window);
  const other = await window.other();
  const files = provider(window);
  const times = [];
  for (const text of ['one\n', 'two\n', 'six\n']) {
    await other.write(document.uri.toString(), text);
    await window.wait(text, () => document.getText() === text);
    times.push((await files.stat(document.uri)).mtime);
  }
  check(times[0] < times[1] && times[1] < times[2], JSON.stringify(times));
});

test('what others write is shown, unless there are unsaved changes', async (window) => {
  const document = await opened(window);
  const other = await window.other();
  await other.write(document.uri.toString(), 'theirs\n');
  await window.wait('their text', () => document.getText() === 'theirs\n');
  equal(document.isDirty, false, 'unsaved changes');

  window.append(document, 'mine\n');
  await other.write(document.uri.toString(), 'theirs again\n');
  await window.told('was changed outside this editor. Your unsaved text is untouched');
  equal(document.getText(), 'theirs\nmine\n', 'the text');
  check(document.isDirty, 'it is still unsaved');
});

test('what was shown and then edited is saved without a conflict', async (window) => {
  const document = await opened(window);
  const other = await window.other();
  await other.write(document.uri.toString(), 'theirs\n');
  await window.wait('their text', () => document.getText() === 'theirs\n');
  window.append(document, 'mine\n');
  check(await document.save(), 'it is saved');
  equal(window.stored(document), 'theirs\nmine\n', 'the stored text');
});

test('somebody else reading the file does not make its version ours', async (window) => {
  const document = await opened(window);
  const other = await window.other();
  window.append(document, 'mine\n');
  await other.write(document.uri.toString(), 'theirs\n');
  await provider(window).readFile(document.uri); // as a diff editor does
  check(!(await document.save()), 'it is not saved');
  equal(window.stored(document), 'theirs\n', 'the stored text');
});

test('reverting takes the stored text, and then saving works', async (window) => {
  const document = await opened(window);
  const other = await window.other();
  window.append(document, 'mine\n');
  await other.write(document.uri.toString(), 'theirs\n');
  await window.told('was changed outside this editor');
  await window.desktop.reload(document); // as File: Revert File
  equal(document.getText(), 'theirs\n', 'the text');
  window.append(document, 'mine\n');
  check(await document.save(), 'it is saved');
});

test('a note that is written anew in the same words is no conflict', async (window) => {
  const document = await opened(window);
  const other = await window.other();
  const text = document.getText();
  window.append(document, 'mine\n');
  await other.write(document.uri.toString(), 'theirs\n');
  await other.write(document.uri.toString(), text);
  check(await document.save(), 'it is saved');
  equal(window.stored(document), `${text}mine\n`, 'the stored text');
});

test('a note that others delete is marked as deleted', async (window) => {
  const document = await opened(window);
  const other = await window.other();
  await other.ask('commonplace/deleteNote', { uri: document.uri.toString(), permanently: true });
  await window.wait('the mark', () => document.isOrphan);
});

test('unsaved text outlives the window, and what it is based on, too', async (window) => {
  const document = await opened(window);
  window.append(document, 'mine\n');
  const backups = await window.quit();
  equal(backups.map(({ text }) => text), [document.getText()], 'what is kept');

  await window.start();
  const restored = window.desktop.restore(backups[0]);
  check(await restored.save(), 'it is saved');
  equal(window.stored(restored), document.getText(), 'the stored text');
});

test('unsaved text that outlived the window overwrites nothing', async (window) => {
  const document = await opened(window);
  window.append(document, 'mine\n');
  const backups = await window.quit();
  const other = await window.other();
  await other.write(document.uri.toString(), 'theirs\n');

  await window.start();
  const restored = window.desktop.restore(backups[0]);
  check(!(await restored.save()), 'it is not saved');
  await window.told('was changed outside this editor');
  equal(window.stored(restored), 'theirs\n', 'the stored text');

  await window.quit();
  await window.start();
  await provider(window).readFile(restored.uri); // another user was quicker
  check(!(await window.desktop.restore(backups[0]).save()), 'nor after others have read it');

  window.memory.clear(); // the editor forgot, and the extension knows of no base
  await window.quit();
  await window.start();
  check(!(await window.desktop.restore(backups[0]).save()), 'nor without a memory');
  equal(window.stored(restored), 'theirs\n', 'the text stored then');
});

test('byte order marks and astral characters are stored as they are', async (window) => {
  const document = await opened(window);
  const other = await window.other();
  window.append(document, 'b 𝒳 👩‍🚀\n');
  check(await document.save(), 'it is saved');
  equal(window.stored(document), document.getText(), 'the stored text');
  await provider(window).writeFile(document.uri, Buffer.from('\ufeffd\n'));
  const stored = await other.ask('commonplace/readNote', { uri: document.uri.toString() });
  equal(stored.text, '\ufeffd\n', 'with a byte order mark');
});

test('carriage returns are no change elsewhere, though the notebook has none', async (window) => {
  const document = await opened(window);
  window.desktop.change(document, [{
    range: new vscode.Range(0, 0, 1000, 0), newText: '# Walden\r\n\r\nmine\r\n',
  }]);
  check(await document.save(), 'it is saved');
  equal(window.stored(document), '# Walden\n\nmine\n', 'the stored text');
  window.append(document, 'more\r\n');
  check(await document.save(), 'it is saved again');
  equal(window.stored(document), '# Walden\n\nmine\nmore\n', 'the text stored then');
});

test('others may read and write the file without opening it', async (window) => {
  await window.start();
  await window.running();
  const uri = await window.uri('Walden');
  const files = provider(window);
  await files.readFile(uri);
  await files.writeFile(uri, Buffer.from('mine\n'));
  await (await window.other()).write(uri.toString(), 'theirs\n');
  const failure = await files.writeFile(uri, Buffer.from('again\n'))
    .then(() => 'nothing', (error) => error.message);
  contains(failure, 'changed outside this editor', 'what was not read is not overwritten');
});

test('the server is not told to save what it has saved', async (window) => {
  await window.start({ 'commonplace.trace.server': 'messages' });
  const document = await window.openNote();
  window.append(document, 'mine\n');
  await document.save();
  await new Promise(setImmediate);
  await window.tokens(document); // asked after whatever was sent before
  const log = window.desktop.log.join('\n');
  contains(log, 'commonplace/writeNote', 'the log');
  check(!log.includes('didSave'), 'a second save');
});

test('a notebook of a newer version is read-only', async (window) => {
  await window.start();
  const uri = await window.uri('Walden');
  equal((await provider(window).stat(uri)).permissions, undefined, 'ours');
  await window.quit();
  await window.wait('the server has let go of the file', () => {
    try {
      execFileSync('sqlite3', [
        window.notebook, "INSERT INTO grdb_migrations VALUES ('fromTheFuture')",
      ], { stdio: 'pipe' });
      return true;
    } catch (error) {
      return error.code === 'ENOENT' && skip('there is no sqlite3 to make such a notebook');
    }
  });
  await window.start();
  await window.running();
  const stat = await provider(window).stat(uri);
  equal(stat.permissions, vscode.FilePermission.Readonly, 'a newer one');
});

test('what is not UTF-8 is refused', async (window) => {
  const document = await opened(window);
  const before = window.stored(document);
  const failure = await provider(window).writeFile(document.uri, Buffer.from([0x66, 0xfc, 0x72]))
    .then(() => 'nothing', (error) => error.message);
  contains(failure, 'UTF-8', 'the reason');
  equal(window.stored(document), before, 'the stored text');
});

test('folders, and names that are no notes', async (window) => {
  const document = await opened(window);
  const files = provider(window);
  const root = document.uri.with({ path: '/' });
  equal((await files.stat(root)).type, vscode.FileType.Directory, 'the notebook');
  const folders = await files.readDirectory(root);
  equal(folders.length, 5, 'the notes');
  const [, id, name] = document.uri.path.split('/');
  check(folders.some(([folder]) => folder === id), 'this one is there');
  equal(await files.readDirectory(root.with({ path: `/${id}` })), [[name, vscode.FileType.File]],
    'the note in its folder');

  const failure = async (run) => {
    try { await run(); return 'nothing'; } catch (error) { return error.code; }
  };
  const missing = root.with({ path: '/00000000-0000-4000-8000-000000000000/x.md' });
  equal(await failure(() => files.stat(missing)), 'FileNotFound', 'no note');
  equal(await failure(() => files.readFile(missing)), 'FileNotFound', 'reading it');
  equal(await failure(() => files.writeFile(missing, Buffer.from('x'))), 'FileNotFound',
    'writing it');
  equal(await failure(() => files.readFile(root)), 'FileIsADirectory', 'reading a folder');
  equal(await failure(() => files.writeFile(root.with({ path: '/x.md' }), Buffer.from('x'))),
    'NoPermissions', 'a new file');
  equal(await failure(() => files.rename(document.uri, root)), 'NoPermissions', 'renaming');
  equal(await failure(() => files.createDirectory(root)), 'NoPermissions', 'a new folder');
});

test('deleting moves a note to the trash', async (window) => {
  const document = await opened(window);
  await window.run('commonplace.notes.delete');
  await window.told('The note is in the trash');
  const sections = await window.children('commonplace.notes');
  check(!sections.flatMap(({ notes }) => notes).some(({ uri }) => uri === document.uri.toString()),
    'it is not listed');
  contains(window.stored(document), 'Walden', 'it is still stored');
});

test('a note with unsaved changes is not deleted', async (window) => {
  const document = await opened(window);
  window.append(document, 'mine\n');
  await window.run('commonplace.notes.delete');
  await window.told('The note has unsaved changes');
  check(await document.save(), 'it is saved');
});

test('a link of the reading room opens a note, and nothing else', async (window) => {
  const document = await opened(window);
  const id = document.uri.path.split('/')[1];
  const link = (path) => vscode.Uri.from({
    scheme: 'vscode', authority: 'commonplace.commonplace', path,
  });
  const text = () => vscode.window.activeTextEditor?.document.getText();
  for (const path of ['/', '/note', `/note/${id}/book.yaml`, '/note/..', '/file/etc/passwd']) {
    await window.desktop.uriHandler.handleUri(link(path));
    equal(text(), document.getText(), path);
  }
  const seneca = (await window.uri('Seneca')).path.split('/')[1];
  await window.desktop.uriHandler.handleUri(link(`/note/${seneca}`));
  contains(text(), 'Seneca', 'the note of the link');
});
