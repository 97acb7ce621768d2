// `Uri` as Visual Studio Code has it, including what it escapes and unescapes: parsing unescapes
// every part, and printing escapes nearly everything, the `=` of a query too.
'use strict';

const pattern = /^(([^:/?#]+?):)?(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?/;

function decode(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

function encode(text, allowed) {
  return [...text].map((character) => /[a-zA-Z0-9\-._~]/.test(character)
    || allowed.includes(character) ? character
    : encodeURIComponent(character).replace(/[!'()*]/g, (sign) =>
      `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)).join('');
}

class Uri {
  constructor({ scheme, authority = '', path = '', query = '', fragment = '' }) {
    this.scheme = scheme;
    this.authority = authority;
    this.path = authority !== '' && path !== '' && !path.startsWith('/') ? `/${path}` : path;
    this.query = query;
    this.fragment = fragment;
  }
  static from(parts) { return new Uri(parts); }
  static file(path) { return new Uri({ scheme: 'file', path }); }
  static parse(value) {
    const match = pattern.exec(value);
    return new Uri({
      scheme: match[2] ?? 'file', authority: decode(match[4] ?? ''), path: decode(match[5] ?? ''),
      query: decode(match[7] ?? ''), fragment: decode(match[9] ?? ''),
    });
  }
  static isUri(value) { return value instanceof Uri; }
  static joinPath(uri, ...parts) { return uri.with({ path: [uri.path, ...parts].join('/') }); }
  get fsPath() { return this.path; }
  with(change) { return new Uri({ ...this, ...change }); }
  toString(skipEncoding = false) {
    const escaped = skipEncoding ? (text) => text : encode;
    const authority = this.authority === '' && this.scheme !== 'file' ? ''
      : `//${escaped(this.authority.toLowerCase(), ':@')}`;
    return `${this.scheme}:${authority}${escaped(this.path, '/')}`
      + (this.query === '' ? '' : `?${escaped(this.query, '')}`)
      + (this.fragment === '' ? '' : `#${escaped(this.fragment, '')}`);
  }
  toJSON() { return this.toString(); }
}

module.exports = { Uri };
