// The start of every page's script: the editor, the elements of the page, words.
// @ts-check
'use strict';

// @ts-ignore: the editor gives it to the scripts of webviews.
const editor = acquireVsCodeApi();
const main = /** @type {HTMLElement} */ (document.getElementById('page'));
const spoken = /** @type {HTMLElement} */ (document.getElementById('spoken'));
/** @type {Record<string, string>} */
const words = JSON.parse(main.getAttribute('data-words') ?? '{}');

/**
 * Returns a text for the user, in the language of the editor if the extension has it.
 * @param {string} text
 * @param {(string | number)[]} values
 */
function t(text, ...values) {
  return (words[text] ?? text).replace(/\{(\d)\}/g, (_, index) => String(values[index]));
}

/**
 * @param {string} name
 * @param {string} className
 * @param {string | Node[]} content
 */
function element(name, className, content) {
  const made = document.createElement(name);
  made.className = className;
  if (typeof content === 'string') {
    made.textContent = content;
    made.dir = 'auto';
  } else {
    made.append(...content);
  }
  return made;
}
