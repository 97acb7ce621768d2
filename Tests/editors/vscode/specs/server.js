// Finding the server, and a server that dies.
'use strict';

const fs = require('fs');
const path = require('path');
const { test, equal, check, contains } = require('../harness');
const { extensionFolder } = require('../window');

const { findExecutable } = require(path.join(extensionFolder, 'out', 'executable.js'));

const state = (window) => window.desktop.context.get('commonplace.state');

/** A program of that name in a new folder. */
function program(window, folder, name = 'commonplace', mode = 0o755) {
  const file = path.join(window.folder, folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, '#!/bin/sh\n', { mode });
  return file;
}

test('the server is where the setting says, on the path, or in the extension', async (window) => {
  const [set, onPath, bundled] = ['set', 'path', 'bundled'].map((name) => program(window, name));
  const searchPath = ['/nonexistent', path.dirname(onPath)].join(':');
  equal(findExecutable({ configured: set, searchPath, bundled }), set, 'set');
  equal(findExecutable({ configured: '', searchPath, bundled }), onPath, 'on the path');
  equal(findExecutable({ configured: 'commonplace', searchPath, bundled }), onPath, 'by its name');
  equal(findExecutable({ configured: '', searchPath: '', bundled }), bundled, 'bundled');
  const missing = `${bundled}x`;
  equal(findExecutable({ configured: '', searchPath: undefined, bundled: missing }), undefined,
    'nowhere');
});

test('a setting that names nothing is not passed over', async (window) => {
  const [onPath, bundled] = ['path', 'bundled'].map((name) => program(window, name));
  const searchPath = path.dirname(onPath);
  for (const configured of [`${onPath}x`, 'no-such-program', './commonplace', window.folder,
    program(window, 'plain', 'commonplace', 0o644)]) {
    equal(findExecutable({ configured, searchPath, bundled }), undefined, configured);
  }
});

test('relative folders of the path are not searched', async (window) => {
  const found = program(window, 'here');
  process.chdir(path.dirname(found));
  const result = findExecutable({ configured: '', searchPath: '.:', bundled: '/nonexistent' });
  process.chdir('/');
  equal(result, undefined, 'what is found');
});

test('a home folder is written out', async (window) => {
  const { HOME } = process.env;
  process.env.HOME = window.folder;
  const found = program(window, 'bin');
  const result = findExecutable({ configured: '~/bin/commonplace', searchPath: '', bundled: '' });
  process.env.HOME = HOME;
  equal(result, found, 'what is found');
});

test('without a server the user is told once, and the view says what to do', async (window) => {
  await window.start({ 'commonplace.server.path': '/nonexistent/commonplace' });
  await window.told('No server found: set “commonplace.server.path”');
  equal(state(window), 'missing', 'the state');
  const failure = await window.children('commonplace.notes').catch((error) => error.message);
  contains(failure, 'was not found', 'the view');
  equal(window.desktop.messages.length, 1, 'the messages');

  await window.desktop.configure('commonplace.server.path', window.server);
  await window.running();
  equal((await window.children('commonplace.tags')).length > 0, true, 'the tags');
});

test('another notebook is another server', async (window) => {
  await window.start();
  await window.running();
  const before = (await window.children('commonplace.notes')).flatMap(({ notes }) => notes);
  const other = path.join(window.folder, 'second.libnotes');
  window.commonplace('init', '--notebook', other);
  window.commonplace('new', '--title', 'Only here', '--notebook', other);
  await window.desktop.configure('commonplace.notebook', other);
  const after = await window.wait('its notes', async () => {
    const notes = (await window.children('commonplace.notes')).flatMap((section) => section.notes);
    return notes.length !== before.length && notes;
  });
  equal(after.length, 6, 'the notes');
  check(after.some(({ title }) => title === 'Only here'), 'the other notebook\'s note');
});

test('a server that was killed is started by the next save, which saves', async (window) => {
  await window.start();
  const document = await window.openNote();
  window.append(document, 'mine\n');
  window.kill();
  check(await document.save(), 'it is saved');
  equal(window.stored(document), document.getText(), 'the stored text');
});

test('a server that is killed while it saves loses nothing', async (window) => {
  await window.start();
  const document = await window.openNote();
  window.append(document, 'mine\n');
  window.signal('SIGSTOP'); // it cannot answer
  const saving = document.save();
  await new Promise((resolve) => setTimeout(resolve, 100));
  window.kill();
  check(await saving, 'the one started in its place saves');
  equal(window.stored(document), document.getText(), 'the stored text');
});

test('a server that ends again and again is not started again by itself', async (window) => {
  await window.start();
  await window.running();
  for (let count = 1; count <= 5; count += 1) {
    const running = window.processes().length;
    window.kill();
    if (count < 5) {
      await window.wait('another server', () => window.processes().length > running);
      await window.running();
    }
  }
  window.answer('The server exited', 'Restart');
  await window.told('The server exited 5 times within three minutes');
  await window.running();
  equal(window.processes().length, 6, 'the servers, the last by the user\'s wish');
});

test('without a server saving fails, the user is told, and the text stays', async (window) => {
  await window.start();
  const document = await window.openNote();
  window.append(document, 'mine\n');
  await window.desktop.configure('commonplace.server.path', '/nonexistent/commonplace');
  await window.wait('no server', () => state(window) === 'missing');
  check(!(await document.save()), 'it is not saved');
  await window.told('The note is not saved: the server `commonplace` was not found');
  check(document.isDirty && document.getText().endsWith('mine\n'), 'the text');
  const backups = await window.quit();
  contains(backups[0].text, 'mine\n', 'what outlives the window');

  await window.start();
  const restored = window.desktop.restore(backups[0]);
  check(await restored.save(), 'it is saved then');
  equal(window.stored(restored), backups[0].text, 'the stored text');
});

test('an answer that never came is no conflict with oneself', async (window) => {
  await window.start();
  const document = await window.openNote();
  const files = window.desktop.fileSystems.get('commonplace');
  const { server } = files;
  // The text is stored, and the answer lost.
  files.server = {
    request: async (method, params) => {
      const result = await server.request(method, params);
      if (method === 'commonplace/writeNote') {
        files.server = server;
        throw new Error('no answer');
      }
      return result;
    },
  };
  window.append(document, 'one\n');
  check(!(await document.save()), 'it is not known to be saved');
  window.append(document, 'two\n');
  check(await document.save(), 'it is saved');
  equal(window.stored(document), document.getText(), 'the stored text');
});

test('closing while the server starts ends it', async (window) => {
  await window.start();
  await window.quit();
  await window.wait('no server', () => window.processes().every((child) =>
    child.exitCode !== null || child.signalCode !== null));
});

test('a restart by command keeps what is open', async (window) => {
  await window.start();
  const document = await window.openNote();
  await window.run('commonplace.server.restart');
  equal(state(window), 'running', 'the state');
  const tokens = await window.wait('colors', () => window.tokens(document).catch(() => undefined));
  check(tokens.length > 0, 'the note is painted');
  window.append(document, 'mine\n');
  check(await document.save(), 'it is saved');
});
