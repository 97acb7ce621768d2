import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

export interface Places {
  /** The setting `commonplace.server.path`; empty when it is not set. */
  configured: string;
  /** `$PATH`. */
  searchPath: string | undefined;
  /** Where a package that brings its own server has it. */
  bundled: string;
}

/** A path with `~` for the home folder written out. */
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
 * The server: where the setting says, else on the path, else the bundled one. A setting that names
 * nothing is not passed over in silence. Relative folders of the path are not searched: what lies
 * in the folder that happens to be open is no server.
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
