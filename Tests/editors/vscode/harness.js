// A small test harness: collects tests, gives each a separate window, prints TAP.
'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { EditorWindow, extensionFolder, waitTimeout } = require('./window');

/** The most that one test may take, in milliseconds: several times the patience of one wait. */
const testTimeout = 5 * waitTimeout;

class Skip extends Error {}

const tests = [];
let spec = '';

/** Declares a test. `run` is given a window in which nothing has been started yet. */
function test(name, run) {
  tests.push({ name: `${spec}: ${name}`, run });
}

/** Declares tests that go on in one window, each where the one before it ended. */
function story(steps) {
  const shared = {};
  steps.forEach(([name, run]) => test(name, async (window) => {
    if (shared.failed !== undefined) { throw new Error(`“${shared.failed}” failed`); }
    shared.failed = name;
    try {
      await run(window, shared);
      shared.failed = undefined;
    } catch (error) {
      if (error instanceof Skip) { shared.failed = undefined; }
      throw error;
    }
  }));
  tests.slice(-steps.length).forEach((step, index) =>
    Object.assign(step, { shared, isLast: index === steps.length - 1 }));
}

/** Ends the test without a verdict. */
function skip(reason) {
  throw new Skip(reason);
}

function equal(actual, expected, what) {
  assert.deepStrictEqual(actual, expected, `${what}: ${show(actual)}, not ${show(expected)}`);
}

function check(condition, what) {
  assert.ok(condition, what);
}

function contains(text, part, what) {
  assert.ok(String(text).includes(part), `${what}: ${show(part)} is not in ${show(text)}`);
}

/** A value in a message, its beginning if it is long. */
function show(value) {
  return String(JSON.stringify(value)).slice(0, 1000);
}

// Errors of the extension that no caller waited for: they belong to the test during which they
// come. The language client has its own, for example when it stops with a change still to be sent.
const rejections = [];
process.on('unhandledRejection', (error) => {
  if (String(error?.stack).includes(path.join(extensionFolder, 'out'))) {
    rejections.push(error);
  }
});

async function runTest(test) {
  const verdict = await judge(test);
  const errors = rejections.splice(0).map((error) => error?.stack ?? String(error));
  return errors.length === 0 || verdict.failure !== undefined ? verdict
    : { failure: ['an error that nobody waited for:', ...errors].join('\n') };
}

async function judge({ run, shared = {}, isLast = true }) {
  shared.window ??= new EditorWindow();
  const { window } = shared;
  let timer;
  const timeout = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('no end after minutes')), testTimeout);
  });
  try {
    await Promise.race([run(window), timeout]);
    return {};
  } catch (error) {
    return error instanceof Skip ? { skipped: error.message }
      : { failure: `${error.stack}\n${window.report()}` };
  } finally {
    clearTimeout(timer);
    if (isLast) { await window.close(); }
  }
}

/** Runs the specs whose names contain `wanted`; the number of failures. */
async function runAll(wanted) {
  const folder = path.join(__dirname, 'specs');
  for (const file of fs.readdirSync(folder).sort()) {
    if (file.endsWith('.js') && file.includes(wanted)) {
      spec = path.basename(file, '.js');
      require(path.join(folder, file));
    }
  }
  let failures = 0;
  console.log(`1..${tests.length}`);
  for (const [index, declared] of tests.entries()) {
    const { skipped, failure } = await runTest(declared);
    failures += failure === undefined ? 0 : 1;
    console.log(`${failure === undefined ? 'ok' : 'not ok'} ${index + 1} - ${declared.name}`
      + (skipped === undefined ? '' : ` # skip ${skipped}`));
    if (failure !== undefined) {
      console.log(failure.replace(/^/gm, '  # '));
    }
  }
  return failures;
}

module.exports = { test, story, skip, equal, check, contains, runAll };
