// Editor of a scenario: YAML with completion, errors at their lines, and a mark at each step.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { indentUnit, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { yaml } from '@codemirror/legacy-modes/mode/yaml';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, RangeSet, StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, drawSelection, EditorView, gutter, GutterMarker, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'; // oxfmt-ignore
import { classHighlighter } from '@lezer/highlight';
import { completionSource } from './completion.ts';
import type { UiVocabulary } from './ui-state.ts';

export type StepMark = 'next' | 'done' | 'failed';

export interface ScenarioEditor {
  text(): string;
  /** Replaces the text, unless it is the same. */
  setText(text: string): void;
  /** Shows a mark at lines, and errors at theirs. */
  mark(
    marks: ReadonlyMap<number, StepMark>,
    errors: readonly { readonly line: number; readonly message: string }[],
  ): void;
  /** Returns the line of the cursor, from 1. */
  cursorLine(): number;
  /** Inserts lines below a line, indented as list items of its block. */
  insertBelow(line: number, lines: readonly string[]): void;
  showLine(line: number): void;
  destroy(): void;
}

interface EditorOptions {
  readonly parent: HTMLElement;
  readonly words: UiVocabulary;
  /** Returns the lines of the screen, whose rows are completed. */
  rows(): readonly string[];
  changed(text: string): void;
  save(): void;
}

const SIGNS: Readonly<Record<StepMark, { readonly sign: string; readonly label: string }>> = {
  next: { sign: '▶', label: 'next step' },
  done: { sign: '✓', label: 'played' },
  failed: { sign: '✗', label: 'failed' },
};

class Sign extends GutterMarker {
  readonly kind: StepMark;
  constructor(kind: StepMark) {
    super();
    this.kind = kind;
  }
  override toDOM(): Node {
    const made = document.createElement('span');
    made.textContent = SIGNS[this.kind].sign;
    made.title = SIGNS[this.kind].label;
    made.className = `sign sign-${this.kind}`;
    return made;
  }
}

const setMarks = StateEffect.define<ReadonlyMap<number, StepMark>>();
const marksField = StateField.define<ReadonlyMap<number, StepMark>>({
  create: () => new Map(),
  update: (marks, { effects }) => effects.findLast((effect) => effect.is(setMarks))?.value ?? marks,
});

const extensionsOf = ({ words, rows, changed, save }: EditorOptions): Extension => [
  marksField,
  gutter({
    class: 'signs',
    markers: ({ state }) => {
      const lines = [...state.field(marksField)].filter(([line]) => line >= 1 && line <= state.doc.lines);
      return RangeSet.of(
        lines.map(([line, kind]) => new Sign(kind).range(state.doc.line(line).from)),
        true,
      );
    },
  }),
  EditorView.decorations.compute([marksField], (state) => {
    const next = [...state.field(marksField)].find(([, kind]) => kind === 'next')?.[0] ?? 0;
    return next >= 1 && next <= state.doc.lines
      ? Decoration.set([Decoration.line({ class: 'next-step' }).range(state.doc.line(next).from)])
      : Decoration.none;
  }),
  lineNumbers(),
  lintGutter(),
  history(),
  drawSelection(),
  indentUnit.of('  '),
  closeBrackets(),
  highlightActiveLine(),
  search({ top: true }),
  StreamLanguage.define(yaml),
  syntaxHighlighting(classHighlighter),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': 'Scenario', tabindex: '0' }),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) changed(update.state.doc.toString());
  }),
  autocompletion({ override: [completionSource(words, rows)], icons: false }),
  keymap.of([{ key: 'Mod-s', run: () => (save(), true), preventDefault: true }]),
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
];

export function createScenarioEditor(options: EditorOptions): ScenarioEditor {
  let quiet = false;
  const changed = (text: string): void => void (quiet || options.changed(text));
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({ extensions: extensionsOf({ ...options, changed }) }),
  });
  const text = (): string => view.state.doc.toString();
  return {
    text,
    setText(next) {
      if (next === text()) return;
      quiet = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
      quiet = false;
    },
    mark(marks, errors) {
      view.dispatch({ effects: setMarks.of(marks) });
      const { doc } = view.state;
      const diagnostics = errors.map(({ line, message }): Diagnostic => {
        const { from, to } = doc.line(Math.min(doc.lines, Math.max(1, line)));
        return { from, to, severity: 'error', message };
      });
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    cursorLine: () => view.state.doc.lineAt(view.state.selection.main.head).number,
    insertBelow(line, lines) {
      const { doc } = view.state;
      const at = doc.line(Math.min(doc.lines, Math.max(1, line)));
      const indent = /^\s*(?=-)/.exec(at.text)?.[0] ?? '  ';
      const insert = lines.map((each) => `\n${indent}${each}`).join('');
      view.dispatch({ changes: { from: at.to, insert }, selection: { anchor: at.to + insert.length }, scrollIntoView: true }); // oxfmt-ignore
    },
    showLine(line) {
      const { doc } = view.state;
      view.dispatch({ effects: EditorView.scrollIntoView(doc.line(Math.min(doc.lines, Math.max(1, line))).from, { y: 'center' }) }); // oxfmt-ignore
    },
    destroy: () => view.destroy(),
  };
}
