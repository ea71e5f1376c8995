// Third-party programs that a benchmark compares with tapin, which does not depend on them: npm packages in the folder
// TAPIN_BENCH_PEERS. A missing package is skipped, and the benchmark reports it.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const PEERS_FOLDER = process.env['TAPIN_BENCH_PEERS'] ?? '';

/**
 * Returns why a package can't be measured on this machine, or '' if it can. `packages`: arguments for `npm install`.
 */
export const peerMissing = (name: string, [first, ...more]: readonly [string, ...string[]]): string =>
  PEERS_FOLDER !== '' && existsSync(join(PEERS_FOLDER, 'node_modules', first.replace(/(.)@.*$/, '$1')))
    ? ''
    : `${name} is not installed (npm install ${[first, ...more].join(' ')}, in a folder that TAPIN_BENCH_PEERS names)`;

/** Loads a package from that folder. */
export const requirePeer = (name: string): unknown => createRequire(join(PEERS_FOLDER, 'package.json'))(name);
