import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

export interface Places {
  /** The setting `commonplace.server.path`; empty if it is not set. */
  configured: string;
  /** `$PATH`. */
  searchPath: string | undefined;
  bundled: string;
}

export function expandHome(name: string): string {
  return name === '~' || name.startsWith('~/') ? path.join(os.homedir(), name.slice(1)) : name;
}

function isExecutable(name: string): boolean {
  try {
    fs.accessSync(name, fs.constants.X_OK);
    return fs.statSync(name).isFile();
  } catch {
    return false;
  }
}

/**
 * Returns the path of the server; undefined if none is found. The setting is an absolute path, or a
 * name on the search path. Without it: `commonplace` on the search path, or else the bundled one.
 * Other relative paths, and relative folders of the search path, are ignored: a program in the open
 * folder must not be run.
 */
export function findExecutable(places: Places): string | undefined {
  const configured = expandHome(places.configured.trim());
  if (configured !== '' && (path.isAbsolute(configured) || configured.includes('/'))) {
    return path.isAbsolute(configured) && isExecutable(configured) ? configured : undefined;
  }
  const name = configured === '' ? 'commonplace' : configured;
  const onPath = (places.searchPath ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, name))
    .find(isExecutable);
  if (onPath !== undefined || configured !== '') {
    return onPath;
  }
  return isExecutable(places.bundled) ? places.bundled : undefined;
}
