// Describes a verb in words, for the reference page and the editor.

import { rangeText, titleOf, type Argument, type Verb } from './verb.ts';

/** Describes the valid values of an argument. */
export function kindOf(argument: Argument): string {
  const { type, one_of, chars_max, fields = [] } = argument;
  switch (type) {
    case 'number':
    case 'integer':
      return rangeText(argument);
    case 'text':
      if (one_of) return `one of ${one_of.map((each) => `\`${each}\``).join(', ')}`;
      return chars_max === undefined ? 'string' : `string of at most ${chars_max} characters`;
    case 'flag':
      return 'true or false';
    case 'colour':
      return 'colour';
    case 'list':
      return 'list';
    case 'options':
      return `table: ${fields.map((field) => `\`${field.name}\` (${kindOf(field)}; ${field.doc})`).join(', ')}`;
    case 'function':
      return 'function';
    case 'value':
      return 'number, string or boolean';
  }
}

/** Formats the signature and the result: `canvas.text(s, x, y, [opts])`. */
export const signatureOf = (verb: Verb): string => {
  const args = verb.args.map(({ name, optional }) => (optional ? `[${name}]` : name));
  return `${titleOf(verb)}(${args.join(', ')})${verb.gives ? ` → ${verb.gives}` : ''}`;
};
