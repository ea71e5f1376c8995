// Runtime reference as data for the editor, from the same table as the reference page.

import { CALLBACK_WORDS } from '../../../firmware/extension-runtime/callback-words.ts';
import { CALLBACKS } from '../../../firmware/extension-runtime/prelude.ts';
import { kindOf, signatureOf } from '../../../firmware/extension-runtime/verbs/verb-words.ts';
import { titleOf } from '../../../firmware/extension-runtime/verbs/verb.ts';
import { VERBS } from '../../../firmware/extension-runtime/verbs/verbs.ts';
import type { Word } from './editor/words.ts';

const KEYWORDS =
  'and break do else elseif end false for function goto if in local nil not or repeat return then true until while';

const word = (label: string, more: Partial<Word>): Word => ({
  label,
  kind: 'function',
  signature: '',
  doc: '',
  args: [],
  ...more,
});

export const referenceWords = (): readonly Word[] => [
  word('manifest', { signature: 'manifest { … }', doc: 'Describes the extension. Call it once, at the top level.' }),
  ...CALLBACKS.map((name) => {
    const { args, doc } = CALLBACK_WORDS[name];
    return word(`ext.${name}`, { kind: 'callback', signature: `ext.${name}(${args.join(', ')})`, doc });
  }),
  ...VERBS.map((verb) =>
    word(titleOf(verb), {
      signature: signatureOf(verb),
      doc: verb.doc,
      args: verb.args.map((argument) => ({ name: argument.name, description: `${kindOf(argument)}; ${argument.doc}` })),
    }),
  ),
  ...KEYWORDS.split(' ').map((each) => word(each, { kind: 'keyword' })),
];
