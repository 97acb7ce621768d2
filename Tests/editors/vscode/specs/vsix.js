// The extension as a file that the editor installs: made, and read back.
'use strict';

const { execFileSync, spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { test, skip, equal, check } = require('../harness');

const script = path.join(__dirname, '../../../../script/vsix');

test('it is made without a registry, alike each time, and whole', async ({ folder }) => {
  if (!fs.existsSync('/usr/share/nodejs/minimatch')) { skip('there are no modules of Debian\'s'); }
  const [one, other] = ['one', 'other'].map((name) => path.join(folder, `${name}.vsix`));
  for (const file of [one, other]) { execFileSync(script, [file], { stdio: 'pipe' }); }
  check(fs.readFileSync(one).equals(fs.readFileSync(other)), 'both are equal');
  const { status, stdout, stderr } = spawnSync(script, ['--check', one], { encoding: 'utf8' });
  equal(stdout.split('\n').filter((line) => line.startsWith('not ok')), [], 'what is wrong');
  equal(status, 0, stderr);
});
