// Fields of untrusted JSON, and the keys of tables.

import test from 'ava';
import { isFields, readFields } from '../../wire/json-fields.ts';
import { keysOf } from '../../wire/keys-of.ts';

test('[repository] reads the fields of a JSON object and none of any other text', (t) => {
  t.deepEqual(readFields('{"a":1,"b":{"c":null}}'), { a: 1, b: { c: null } });
  t.deepEqual(readFields('{}'), {});
  for (const text of ['', '{', 'null', '[]', '[{"a":1}]', '"a"', '1', 'true', '{"a":1}{"b":2}'])
    t.is(readFields(text), null, text);
  for (const data of [undefined, null, [], 'a', 1, () => 1]) t.false(isFields(data));
});

test('[repository] lists only the own keys of a table, in order', (t) => {
  t.deepEqual(keysOf({ b: 1, a: 2 }), ['b', 'a']);
  const heir: object = Object.create({ inherited: 1 });
  t.deepEqual(keysOf(heir), []);
});
