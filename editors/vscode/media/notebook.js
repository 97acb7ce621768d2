// The script of the notebook editor. It inserts all text as plain text, and reports the user's
// actions.
// @ts-check
'use strict';

/** @typedef {import('../src/notebookPage').NotebookPage} NotebookPage */
/** @typedef {import('../src/notebookPage').PageNote} PageNote */

(() => {
  /**
   * @param {string} className
   * @param {string | Node[]} content
   * @param {object} message
   */
  function button(className, content, message) {
    const made = element('button', className, content);
    made.addEventListener('click', () => editor.postMessage(message));
    return made;
  }

  /** @param {PageNote} note */
  function noteItem({ uri, title, detail, day }) {
    return element('li', '', [button('note', [
      element('span', 'title', title), element('span', 'detail', detail), element('span', 'day', day),
    ], { type: 'open', uri })]);
  }

  /** @param {NotebookPage} page */
  function show({ name, isOpen, status, notes, more }) {
    const parts = [element('h1', '', name), element('p', 'status', status)];
    if (isOpen) {
      parts.push(
        element('p', '', [
          button('action', t('New Note…'), { type: 'new' }),
          button('action', t('Search…'), { type: 'search' }),
        ]),
        element('ul', '', notes.map(noteItem)));
      if (more > 0) {
        parts.push(element('p', 'status', t('Notes that are not listed: {0}. Use the search to find them.', more)));
      }
    } else {
      parts.push(element('p', '', [button('action', t('Use This Notebook'), { type: 'use' })]));
    }
    main.replaceChildren(...parts);
    spoken.textContent = `${name}: ${status}`;
  }

  window.addEventListener('message', ({ data }) => {
    if (data?.type === 'notebook') {
      show(data);
    }
  });
  editor.postMessage({ type: 'ready' });
})();
