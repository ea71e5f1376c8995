// The editor: CodeMirror with Lua, the checker's verdict at its line, and completion for the runtime. It lives in a
// shadow tree, so that its styles need no exception in the page's policy.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { lua } from '@codemirror/legacy-modes/mode/lua';
import { linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import type { EditorCheck } from './checker.ts';
import { completionsFrom, explanationsFrom } from './completion.ts';
import { diagnosticsOf } from './diagnostics.ts';
import type { Word } from './words.ts';

interface CodeViewOptions {
  readonly root: ShadowRoot;
  readonly parent: Element;
  readonly text: string;
  /** Accessible name, and the id of the element that describes it. */
  readonly label: string;
  readonly described_by: string;
  /** Called at each change. */
  readonly changed: (text: string) => void;
  /** Called some time after the last change. */
  readonly check: (text: string) => Promise<EditorCheck>;
  readonly words: () => Promise<readonly Word[]>;
}

/** C113: delay between the last key press and the check. */
const CHECK_AFTER_MS = 300;

export const createCodeView = (options: CodeViewOptions): EditorView =>
  new EditorView({
    root: options.root,
    parent: options.parent,
    state: EditorState.create({ doc: options.text, extensions: extensionsOf(options) }),
  });

const extensionsOf = ({ label, described_by, changed, check, words }: CodeViewOptions): Extension => [
  lineNumbers(),
  lintGutter(),
  history(),
  drawSelection(),
  indentUnit.of('  '),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  search({ top: true }),
  StreamLanguage.define(lua),
  syntaxHighlighting(classHighlighter),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': described_by, tabindex: '0' }),
  EditorView.updateListener.of((update) => notifyChange(update, changed)),
  autocompletion({ override: [completionsFrom(words)], icons: false }),
  hoverTooltip(explanationsFrom(words)),
  linter(async ({ state: { doc } }) => diagnosticsOf(doc, await check(doc.toString())), { delay: CHECK_AFTER_MS }),
  // Escape, then Tab, moves the focus out of the text; typing makes Tab indent again.
  EditorView.domEventObservers({ keydown: leaveByTab }),
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap]),
  keymap.of([indentWithTab, ...defaultKeymap]),
];

function notifyChange({ docChanged, state, view }: ViewUpdate, changed: (text: string) => void): void {
  if (!docChanged) return;
  view.setTabFocusMode(false);
  changed(state.doc.toString());
}

/**
 * Keeps Tab in focus mode after Escape, which still reaches other handlers, such as those that close a popup.
 * CodeMirror's own timeout of 2 s is too short for some people.
 */
function leaveByTab({ key }: KeyboardEvent, view: EditorView): void {
  if (key === 'Escape') view.setTabFocusMode(true);
}
