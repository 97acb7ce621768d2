// An open document. It changes only through the workbench, which notifies all listeners.
'use strict';

const { Position, Range } = require('./values');

class Document {
  constructor(workbench, uri, languageId, text) {
    Object.assign(this, { workbench, uri, languageId, text });
    Object.assign(this, { version: 1, isDirty: false, isClosed: false, eol: 1 });
    this.isUntitled = uri.scheme === 'untitled';
    this.fileName = uri.path;
    /** The stored text at the last read or save, as far as the editor knows. */
    this.stat = undefined;
  }
  get lineCount() { return this.lines().length; }
  lines() { return this.text.split(/\r\n|\r|\n/); }
  getText(range) {
    return range === undefined ? this.text
      : this.text.slice(this.offsetAt(range.start), this.offsetAt(range.end));
  }
  lineAt(place) {
    const number = typeof place === 'number' ? place : place.line;
    const text = this.lines()[number];
    return { text, lineNumber: number, range: new Range(number, 0, number, text.length) };
  }
  offsetAt({ line, character }) {
    let offset = 0;
    for (let number = 0; number < line; number += 1) {
      const end = /\r\n|\r|\n/g;
      end.lastIndex = offset;
      if (!end.exec(this.text)) { return this.text.length; }
      offset = end.lastIndex;
    }
    return offset + Math.min(character, this.lines()[line]?.length ?? 0);
  }
  positionAt(offset) {
    const before = this.text.slice(0, offset).split(/\r\n|\r|\n/);
    return new Position(before.length - 1, before[before.length - 1].length);
  }
  validatePosition(position) { return position; }
  validateRange(range) { return range; }
  save() { return this.workbench.save(this); }
}

module.exports = { Document };
