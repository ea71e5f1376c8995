// Programs of others that a benchmark measures beside tapin, and that tapin itself has no use for: npm packages in a folder which
// TAPIN_BENCH_PEERS names. What is not there is not measured, and the benchmark says so.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const PEERS_FOLDER = process.env['TAPIN_BENCH_PEERS'] ?? '';

/** Why a package can't be measured here; '' where it can. `packages`: what `npm install` is told. */
export const peerMissing = (name: string, [first, ...more]: readonly [string, ...string[]]): string =>
  PEERS_FOLDER !== '' && existsSync(join(PEERS_FOLDER, 'node_modules', first.replace(/(.)@.*$/, '$1')))
    ? ''
    : `${name} is not here (npm install ${[first, ...more].join(' ')}, in a folder that TAPIN_BENCH_PEERS names)`;

/** What a package of that folder exports. */
export const requirePeer = (name: string): unknown => createRequire(join(PEERS_FOLDER, 'package.json'))(name);
