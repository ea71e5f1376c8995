// Turns a text field into an editor, with the checker's verdict below it and a player next to it. The field stays
// hidden in its form and always has the text of the editor.

import type { EditorView } from '@codemirror/view';
import { createSystemClock } from '../../../../hal/clock/clock-system.ts';
import { createBrowserIsolates } from '../../../../hal/isolate/isolate-browser.ts';
import { mountPlayer, type Player } from '../player/mount-player.ts';
import { answerOf, beside } from '../site-files.ts';
import type { Isolates } from '../../../../hal/isolate/isolate.ts';
import { messageOf } from '../../../../wire/errors.ts';
import { EXTENSION_BYTES_MAX } from '../../../../wire/limits.ts';
import { createChecker, type EditorCheck, type Checker } from './checker.ts';
import { readChosenFile } from './chosen-file.ts';
import { createCodeView } from './code-view.ts';
import { createDrafts } from './draft.ts';
import { offerDraft } from './offer.ts';
import type { Word } from './words.ts';

export function openEditor(field: HTMLTextAreaElement): void {
  const { form } = field;
  const label = labelOf(field);
  const focused = document.activeElement;
  const sent_text = field.value;
  const [host, status, beside_it] = containersAround(field);
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = `<link rel="stylesheet"><div class="editor-code"></div><p class="editor-hint" id="hint">
    Tab indents. To leave the editor by keyboard, press Escape, then Tab.</p>`;
  root.querySelector('link')?.setAttribute('href', beside('editor.css').href);
  const parent = root.querySelector('.editor-code') ?? root.host;

  const drafts = createDrafts(
    () => localStorage,
    field.dataset['draft'] ?? '',
    () => Date.now(),
  );
  const has_drafts = field.dataset['draft'] !== undefined;
  const keep = (text: string): void => {
    if (!has_drafts) return;
    if (text === sent_text) drafts.drop();
    else drafts.keep(text);
  };
  const show = createVerdictLine(status);
  const play = createPlayer(beside_it);
  const view: EditorView = createCodeView({
    root,
    parent,
    label,
    described_by: 'hint',
    text: field.value,
    changed(text) {
      field.value = text;
      keep(text);
    },
    async check(text) {
      const result = await checkWith(text);
      // The text may have changed during the check.
      if (view.state.doc.toString() === text) {
        show(text, result);
        if (result.ok) play(text);
      }
      return result;
    },
    words: getWords,
  });
  const write = (text: string): void =>
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });

  // The page focuses a field with an error; and moving the form drops the focus of a user who is typing in it already.
  if (focused === field) view.focus();
  else if (focused instanceof HTMLElement && form?.contains(focused)) focused.focus();
  const left = has_drafts ? drafts.read() : null;
  if (left?.text === sent_text) drafts.drop();
  else if (left) offerDraft(host, label, left, { take: write, drop: () => keep(field.value) });
  const file = form?.querySelector<HTMLInputElement>('input[type=file]');
  if (file) readChosenFile(file, write);
  for (const each of field.labels) each.addEventListener('click', () => view.focus());
  form?.addEventListener('reset', () => write(field.defaultValue));
}

function labelOf(field: HTMLTextAreaElement): string {
  const [label] = field.labels;
  return (label?.textContent ?? field.getAttribute('aria-label') ?? 'Source of the extension').trim();
}

/** Replaces the field with the editor and its status line, and puts the player's container next to the form. */
function containersAround(
  field: HTMLTextAreaElement,
): readonly [host: HTMLElement, status: HTMLElement, preview: HTMLElement] {
  const [host, status, panes, preview] = ['div', 'p', 'div', 'div'].map((name) => document.createElement(name));
  if (!host || !status || !panes || !preview) throw new Error('An element is missing.');
  host.className = 'editor';
  status.className = 'editor-status';
  status.setAttribute('role', 'status');
  panes.className = 'editor-ways';
  preview.className = 'editor-preview';
  field.before(host, status);
  field.hidden = true;
  field.required = false; // users can't fill in a hidden field; the server validates it
  const whole = field.form ?? host;
  whole.before(panes);
  const column = document.createElement('div');
  panes.append(column, preview);
  if (whole === host) column.append(host, status);
  else column.append(whole);
  return [host, status, preview];
}

const bytesOf = (text: string): string => {
  const bytes = new TextEncoder().encode(text).length;
  return `${bytes.toLocaleString('en')} of ${EXTENSION_BYTES_MAX.toLocaleString('en')} bytes.`;
};

const createVerdictLine =
  (status: HTMLElement) =>
  (text: string, result: EditorCheck): void => {
    status.classList.toggle('editor-wrong', !result.ok);
    if (result.ok) status.textContent = `Valid extension: ${result.manifest.name}. ${bytesOf(text)}`;
    else {
      const { line, message } = result.problem;
      status.textContent = `${line === null ? '' : `Line ${line}: `}${message} ${bytesOf(text)}`;
    }
  };

/** Plays the first valid extension, and then each different text. */
function createPlayer(place: Element): (text: string) => void {
  let player: Player | null = null;
  let playing: string | null = null;
  return (text) => {
    if (text === playing) return;
    playing = text;
    if (player) player.play(text);
    else player = mountPlayer(place, { name: 'extension.lua', text });
  };
}

let checker: Checker | null = null;

/** Runtime of the device's tab, whose files are beside this script. */
async function checkerIsolates(): Promise<Isolates> {
  const glue = await (await answerOf(beside('tab/lua.wasm'))).arrayBuffer();
  const address = beside('tab/lua-worker');
  return createBrowserIsolates(createSystemClock(), async () => ({
    worker: new Worker(address),
    first: { glue, checks: false },
  }));
}

async function checkWith(text: string): Promise<EditorCheck> {
  try {
    checker ??= createChecker(await checkerIsolates());
    return await checker.check(text);
  } catch (thrown) {
    return { ok: false, problem: { message: `The checker could not be loaded. ${messageOf(thrown)}`, line: null } };
  }
}

let words: Promise<readonly Word[]> | null = null;

/** Returns no words if they can't be loaded; the next call fetches them again. */
function getWords(): Promise<readonly Word[]> {
  words ??= answerOf(beside('words.json')).then((answer): Promise<readonly Word[]> => answer.json());
  return words.catch(() => {
    words = null;
    return [];
  });
}
