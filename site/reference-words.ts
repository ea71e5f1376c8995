// The reference of the runtime as data for the editor, out of the table that also makes the reference page.

import { CALLBACKS, type Callback } from '../firmware/extension-runtime/prelude.ts';
import { kindOf, signatureOf } from '../firmware/extension-runtime/verbs/verb-words.ts';
import { titleOf } from '../firmware/extension-runtime/verbs/verb.ts';
import { VERBS } from '../firmware/extension-runtime/verbs/verbs.ts';
import type { Word } from './editor/words.ts';

const KEYWORDS =
  'and break do else elseif end false for function goto if in local nil not or repeat return then true until while';

const CALLED: Readonly<Record<Callback, readonly [signature: string, doc: string]>> = {
  start: ['ext.start()', 'Called once, when the extension begins.'],
  target: ['ext.target(player)', 'Asked before each putt: a table with the target, or nil for none.'],
  putt: ['ext.putt(p)', 'Called with each putt: its speed, face, distance, verdict and more.'],
  key: ['ext.key(name, what)', "Called with each key: 'up', 'down', 'left', 'right' or 'ok'."],
  update: ['ext.update(seconds)', 'Called some thirty times a second, with the time since the last.'],
  draw: ['ext.draw()', 'Called after everything else: draws the picture.'],
};

const word = (label: string, more: Partial<Word>): Word => ({
  label,
  kind: 'function',
  signature: '',
  doc: '',
  args: [],
  ...more,
});

export const referenceWords = (): readonly Word[] => [
  word('manifest', { signature: 'manifest { … }', doc: 'Says who the extension is; once, at the top level.' }),
  ...CALLBACKS.map((name) => {
    const [signature, doc] = CALLED[name];
    return word(`ext.${name}`, { kind: 'callback', signature, doc });
  }),
  ...VERBS.map((verb) =>
    word(titleOf(verb), {
      signature: signatureOf(verb),
      doc: verb.doc,
      args: verb.args.map((argument) => ({ name: argument.name, says: `${kindOf(argument)}; ${argument.doc}` })),
    }),
  ),
  ...KEYWORDS.split(' ').map((each) => word(each, { kind: 'keyword' })),
];
