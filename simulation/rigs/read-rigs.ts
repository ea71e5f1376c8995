// Reads a hardware map; reports each error with file, line and column.

import * as v from 'valibot';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { isFields } from '../../wire/json-fields.ts';
import { placeText } from '../scenarios/scenario.ts';
import { pathOf } from '../scenarios/reading/messages.ts';
import { asWritten } from '../scenarios/reading/spelling.ts';
import { openYaml, PlacedError, topOf, type YamlPage } from '../scenarios/reading/yaml-page.ts';
import { FIXTURES, knownFixtures, RIG, type Rig } from './rig.ts';
import { didYouMean } from '../../wire/nearest-word.ts';

const SHAPE = v.object(RIG);
const MAP_CHARS_MAX = 262_144;
const WHAT = 'A hardware map is a list of rigs, each with id, connected, and serial or panel.';

/** Reads the map. Errors: `bad_value`, as `FILE:LINE:COLUMN: ` and one sentence. */
export function readRigs(text: string, file: string): Result<readonly Rig[]> {
  try {
    if (text.length > MAP_CHARS_MAX)
      throw new PlacedError(`A hardware map has at most ${MAP_CHARS_MAX} characters.`, topOf(file));
    const page = openYaml(text, file);
    const { root } = page;
    if (!Array.isArray(root) || root.length === 0) throw new PlacedError(WHAT, topOf(file));
    const rigs = root.map((given: unknown, at) => rigOf(page, at, given));
    for (const [at, { id }] of rigs.entries())
      if (rigs.findIndex((other) => other.id === id) !== at)
        throw new PlacedError(`Two rigs have the id ${id}.`, page.at([at, 'id']));
    return ok(rigs);
  } catch (thrown) {
    if (!(thrown instanceof PlacedError)) throw thrown;
    return fail('bad_value', `${placeText(thrown.at)}: ${thrown.message}`);
  }
}

function rigOf(page: YamlPage, at: number, given: unknown): Rig {
  if (!isFields(given)) throw new PlacedError(WHAT, page.at([at]));
  const unknown_key = Object.keys(given).find((key) => !Object.hasOwn(RIG, key));
  if (unknown_key !== undefined)
    throw new PlacedError(
      `A rig has no ${JSON.stringify(unknown_key.slice(0, 40))}${didYouMean(unknown_key, Object.keys(RIG))}; it has ${Object.keys(RIG).join(', ')}.`,
      page.at([at, unknown_key]),
    );
  const missing = ['id', 'connected'].find((key) => !Object.hasOwn(given, key));
  if (missing !== undefined) throw new PlacedError(`A rig requires ${missing}.`, page.at([at]));
  const read = v.safeParse(SHAPE, asWritten(SHAPE, given, page.written, [at]), {
    abortEarly: true,
    abortPipeEarly: true,
  });
  if (!read.success) {
    const [issue] = read.issues;
    const path = pathOf(issue);
    throw new PlacedError(`${path.join('.')} ${issue.message}.`, page.at([at, ...path]));
  }
  return whole(page, at, read.output);
}

/** Checks that fields which depend on each other are present together. */
function whole(page: YamlPage, at: number, rig: Rig): Rig {
  const has_both = rig.serial !== undefined && rig.panel !== undefined;
  const has_none = rig.serial === undefined && rig.panel === undefined;
  if (has_both || (has_none && rig.connected))
    throw new PlacedError(
      'A rig requires either serial, the port of a sensor board, or panel, the address of a device.',
      page.at([at]),
    );
  if ((rig.panel === undefined) !== (rig.token_file === undefined))
    throw new PlacedError('panel and token_file require each other.', page.at([at]));
  if (rig.panel !== undefined && rig.port !== undefined)
    throw new PlacedError(
      'port is for a device started here; panel is for one that already runs.',
      page.at([at, 'port']),
    );
  const bare = knownFixtures(rig).find((name) => rig[FIXTURES[name].key] === undefined);
  if (bare !== undefined)
    throw new PlacedError(
      `The fixture ${bare} requires ${FIXTURES[bare].key}, which tells how to use it.`,
      page.at([at, 'fixtures']),
    );
  const names = Object.entries(FIXTURES);
  const alone = names.find(
    ([name, { key }]) => rig[key] !== undefined && !knownFixtures(rig).some((known) => known === name),
  );
  if (alone)
    throw new PlacedError(`${alone[1].key} requires ${alone[0]} among the fixtures.`, page.at([at, alone[1].key]));
  return rig;
}
