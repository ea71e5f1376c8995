// The JSON Schema of a board file, by which editors complete one: written from the shapes by which board files are read.

import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { BOARD } from '../../bin/board/board-shapes.ts';

/** What may be written: ranges that a check alone knows are left out. */
export function boardSchemaFile(): string {
  const { $schema: _, ...board } = toJsonSchema(v.strictObject(BOARD), { typeMode: 'input', errorMode: 'ignore' });
  return JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'What is wired to a machine, for tapin device --board',
    ...board,
  });
}
