'use strict';

const { test, equal, check } = require('../harness');

test('a note is opened from the notebook, as Mini Markdown', async (window) => {
  await window.start();
  const document = await window.openNote();
  check(document.getText().startsWith('# Henry David Thoreau: Walden'), document.getText());
  equal(document.isDirty, false, 'unsaved changes');
});
