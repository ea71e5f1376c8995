// A device's memory, record by record.

import test from 'ava';
import { recordIn, withRecord } from '../../../../../sims/panel/page/storage/memory-text.ts';

const base64 = (bytes: string | readonly number[]): string =>
  Buffer.from(typeof bytes === 'string' ? Buffer.from(bytes) : Uint8Array.from(bytes)).toString('base64');
const MEMORY = JSON.stringify({
  tapin_memory: 1,
  records: {
    settings: base64('{"name":"Zoë","on":true}'),
    'ext-ABC123': base64('-- Übung\nreturn 1'),
    sound: base64([0xff, 0x00, 0x41]),
    empty: '',
  },
});

test('[panel] shows a record as JSON, text or bytes', (t) => {
  t.deepEqual(recordIn(MEMORY, 'settings'), { kind: 'JSON', text: '{\n "name": "Zoë",\n "on": true\n}' });
  t.deepEqual(recordIn(MEMORY, 'ext-ABC123'), { kind: 'text', text: '-- Übung\nreturn 1' });
  t.deepEqual(recordIn(MEMORY, 'sound'), { kind: 'bytes', text: 'ff 00 41' });
  t.deepEqual(recordIn(MEMORY, 'empty'), { kind: 'text', text: '' });
  t.is(recordIn(MEMORY, 'round'), null);
  t.is(recordIn('no JSON', 'settings'), null);
});

test('[panel] an edited record replaces the old one; all other records stay unchanged', (t) => {
  const written = JSON.parse(withRecord(MEMORY, 'settings', '{ "name": "Ålesund" }'));
  const { records, ...rest } = JSON.parse(MEMORY);
  t.deepEqual(written, { ...rest, records: { ...records, settings: base64('{"name":"Ålesund"}') } });
  t.deepEqual(recordIn(withRecord(MEMORY, 'new', '[1]'), 'new'), { kind: 'JSON', text: '[\n 1\n]' });
});
