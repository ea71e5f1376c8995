// Completions and hover texts from the runtime reference, which is fetched on first use.

import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorView, Tooltip } from '@codemirror/view';
import { nameAt, wordOf, type Word } from './words.ts';

type Words = () => Promise<readonly Word[]>;

const TYPE = { function: 'function', callback: 'method', keyword: 'keyword' } as const;

export const completionsFrom =
  (words: Words) =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    const before = context.matchBefore(/[A-Za-z_][\w.]*/);
    if (!before && !context.explicit) return null;
    const known = await words();
    return {
      from: before?.from ?? context.pos,
      options: known.map((word) => completionOf(word)),
      validFor: /^[\w.]*$/,
    };
  };

function completionOf(word: Word): Completion {
  const { label, kind, signature } = word;
  const named = signature.startsWith(label) ? signature.slice(label.length) : '';
  if (kind === 'keyword') return { label, type: TYPE[kind] };
  return { label, type: TYPE[kind], detail: named, info: () => explanationOf(word) };
}

export const explanationsFrom =
  (words: Words) =>
  async (view: EditorView, pos: number): Promise<Tooltip | null> => {
    const line = view.state.doc.lineAt(pos);
    const found = nameAt(line.text, pos - line.from);
    const word = found && wordOf(await words(), found.name);
    if (!word || word.kind === 'keyword') return null;
    return {
      pos: line.from + found.from,
      end: line.from + found.to,
      above: true,
      create: () => ({ dom: explanationOf(word) }),
    };
  };

function explanationOf({ signature, doc, args }: Word): HTMLElement {
  const all = element('div', 'editor-word');
  all.append(element('code', 'editor-signature', signature), element('p', '', doc));
  if (args.length === 0) return all;
  const list = element('ul');
  for (const { name, description } of args) {
    const item = element('li');
    item.append(element('code', '', name), `: ${description.replaceAll('`', '')}`);
    list.append(item);
  }
  all.append(list);
  return all;
}

function element(name: string, class_name = '', text = ''): HTMLElement {
  const made = document.createElement(name);
  if (class_name !== '') made.className = class_name;
  made.textContent = text;
  return made;
}
