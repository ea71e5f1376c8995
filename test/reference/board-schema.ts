// JSON Schema of a board file, for completion in editors: generated from the shapes that parse board files.

import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { BOARD } from '../../bin/board/board-shapes.ts';

/** Returns the schema, without the ranges that only the checks know. */
export function boardSchemaFile(): string {
  const { $schema: _, ...board } = toJsonSchema(v.strictObject(BOARD), { typeMode: 'input', errorMode: 'ignore' });
  return JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Hardware wired to a machine, for tapin device --board',
    ...board,
  });
}
