// The page: files, editor, controls, verdict and steps on the left, the front panel on the right.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { UiClient } from './client.ts';
import { createScenarioEditor, type ScenarioEditor, type StepMark } from './editor.ts';
import { FileList } from './file-list.tsx';
import { StepList } from './step-list.tsx';
import type { UiState, UiVocabulary } from './ui-state.ts';

interface UiPageProps {
  readonly client: UiClient;
  readonly words: UiVocabulary;
}

const SPEEDS = { 'as fast as possible': undefined, '1 ×': 1, '5 ×': 5, '20 ×': 20 } as const;
type SpeedName = keyof typeof SPEEDS;
const isSpeed = (name: string): name is SpeedName => name in SPEEDS;

export function UiPage({ client, words }: UiPageProps) {
  const [state, setState] = useState<UiState | null>(null);
  const [problem, setProblem] = useState('');
  const { dirty, is_dirty, setDirty } = useDirty();
  const editor = useRef<ScenarioEditor | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const now = useRef<UiState | null>(null);
  now.current = state;
  useEffect(
    () =>
      client.follow((next, wrong) => {
        setState(next);
        setProblem(wrong);
      }),
    [],
  );
  const place = useEditor({ state, words, client, editor, now, is_dirty, setDirty, save: () => void save() });
  if (!state) return <p class="wait">Opening …</p>;
  const { steps, at, verdict } = state;
  async function save(): Promise<void> {
    const [file, text] = [now.current?.file, editor.current?.text()];
    if (file === undefined || text === undefined) return;
    const saved = await client.carryOut({ do: 'save', file, text });
    if (saved && editor.current?.text() === text) setDirty(false);
  }
  function open(file: string): void {
    if (is_dirty.current && !confirm(`Discard what you changed in ${now.current?.file}?`)) return;
    setDirty(false);
    void client.carryOut({ do: 'open', file });
  }
  /** Inserts steps below the cursor, and checks the text. */
  const insert = (lines: readonly string[]): void => editor.current?.insertBelow(editor.current.cursorLine(), lines);
  return (
    <main>
      <h1 class="visually-hidden">Scenarios</h1>
      <section class="work" aria-label="Scenario">
        <FileList
          files={state.files}
          file={state.file}
          open={open}
          runAll={() => void client.carryOut({ do: 'verdicts' })}
        />
        <Controls
          {...{ client, state, dirty }}
          save={() => void save()}
          cursorLine={() => editor.current?.cursorLine() ?? 0}
        />
        <div ref={place} class="editor" data-testid="editor" />
        <Verdict state={state} problem={problem} verdict={verdict} />
        <Recorder state={state} record={(on) => void client.carryOut({ do: 'record', on })} insert={insert} />
        <StepList
          steps={steps}
          at={at}
          show={(at_ms, line) => {
            if (line > 0) editor.current?.showLine(line);
            frame.current?.contentWindow?.postMessage({ moment_ms: at_ms }, '*');
          }}
        />
      </section>
      <section class="panel" aria-label="Front panel">
        {state.panel === '' ? (
          <p class="wait">The devices are off, or the scenario can't be played yet.</p>
        ) : (
          <iframe ref={frame} key={state.panel} src={state.panel} title="Front panel" data-testid="panel" />
        )}
      </section>
    </main>
  );
}

/** Whether the text has unsaved changes. The page then asks before it closes. */
function useDirty() {
  const [dirty, showDirty] = useState(false);
  /** The same at once, also between two renderings. */
  const is_dirty = useRef(false);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (is_dirty.current) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  const setDirty = (next: boolean): void => {
    is_dirty.current = next;
    showDirty(next);
  };
  return { dirty, is_dirty, setDirty };
}

interface ControlsProps extends Pick<UiPageProps, 'client'> {
  readonly state: UiState;
  readonly dirty: boolean;
  save(): void;
  cursorLine(): number;
}

function Controls({ client, state, dirty, save, cursorLine }: ControlsProps) {
  const [speed, setSpeed] = useState<SpeedName>('as fast as possible');
  const { steps, at, status } = state;
  const running = status === 'running';
  /** Whether a paced run blocks the buttons. At full speed, presses wait for the run to finish. */
  const busy = running && SPEEDS[speed] !== undefined;
  const run = (to: number): Promise<boolean> => client.carryOut({ do: 'run', to, speed: SPEEDS[speed] });
  const move = (by: 1 | -1): Promise<boolean> => client.carryOut({ do: 'move', by, speed: SPEEDS[speed] });
  const toCursor = (): number => {
    const line = cursorLine();
    return steps.findLastIndex((each) => each.line !== 0 && each.line <= line) + 1;
  };
  return (
    <div class="controls" role="toolbar" aria-label="Run">
      <button type="button" class="primary" data-testid="run" onClick={() => void run(Number.MAX_SAFE_INTEGER)}>
        {status === 'paused' ? 'Resume' : 'Run'}
      </button>
      <button
        type="button"
        data-testid="pause"
        disabled={!running}
        onClick={() => void client.carryOut({ do: 'pause' })}
      >
        Pause
      </button>
      <button type="button" data-testid="back" disabled={busy || (at === 0 && !running)} onClick={() => void move(-1)}>
        ← Back
      </button>
      <button
        type="button"
        data-testid="step"
        disabled={busy || (at >= steps.length && !running)}
        onClick={() => void move(1)}
      >
        Step →
      </button>
      <button type="button" data-testid="to-cursor" disabled={busy} onClick={() => void run(toCursor())}>
        To cursor
      </button>
      <button type="button" data-testid="restart" onClick={() => void client.carryOut({ do: 'restart' })}>
        Restart
      </button>
      <select
        aria-label="Speed"
        value={speed}
        onChange={({ currentTarget: { value } }) => isSpeed(value) && setSpeed(value)}
      >
        {Object.keys(SPEEDS).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <button type="button" data-testid="save" disabled={!dirty} onClick={save}>
        Save
      </button>
    </div>
  );
}

interface EditorHook extends UiPageProps {
  readonly state: UiState | null;
  readonly editor: { current: ScenarioEditor | null };
  readonly now: { readonly current: UiState | null };
  readonly is_dirty: { readonly current: boolean };
  setDirty(dirty: boolean): void;
  save(): void;
}

/** Delay between the last key press and the verdict. */
const JUDGE_AFTER_MS = 120;

/** Opens the editor in the element that the returned reference names, and keeps it like the state. */
function useEditor({ state, words, client, editor, now, is_dirty, setDirty, save }: EditorHook) {
  const place = useRef<HTMLDivElement>(null);
  const file = useRef('');
  const has_state = state !== null;
  useEffect(() => {
    if (!place.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const made = createScenarioEditor({
      parent: place.current,
      words,
      rows: () => now.current?.lines ?? [],
      save,
      changed(text) {
        setDirty(true);
        clearTimeout(timer);
        const { file: typed_in = '' } = now.current ?? {};
        timer = setTimeout(() => {
          if (now.current?.file === typed_in) void client.carryOut({ do: 'edit', file: typed_in, text });
        }, JUDGE_AFTER_MS);
      },
    });
    editor.current = made;
    return () => made.destroy();
  }, [has_state]);
  const server = useRef(0);
  useEffect(() => {
    if (!state || !editor.current) return;
    const restarted = server.current !== 0 && server.current !== state.server;
    server.current = state.server;
    if (restarted) {
      // The new server knows nothing of the file that was open, and of what was typed.
      const text = editor.current.text();
      const open = file.current;
      void client
        .carryOut({ do: 'open', file: open })
        .then(() => is_dirty.current && client.carryOut({ do: 'edit', file: open, text }));
      return;
    }
    if (file.current !== state.file) setDirty(false);
    file.current = state.file;
    if (!is_dirty.current && editor.current.text() !== state.text) editor.current.setText(state.text);
    editor.current.mark(marksOf(state), errorsOf(state));
  }, [state]);
  return place;
}

function marksOf({ steps, at, failure, verdict, errors }: UiState): ReadonlyMap<number, StepMark> {
  if (errors.length > 0) return new Map();
  const marks = new Map<number, StepMark>();
  for (const { line, played } of steps) if (played && line > 0) marks.set(line, played.failed ? 'failed' : 'done');
  for (const line of verdict?.failed_lines ?? []) marks.set(line, 'failed');
  const next = steps[at];
  if (next && next.line > 0 && failure === '') marks.set(next.line, 'next');
  return marks;
}

/** Returns the errors of the text with their lines. */
const errorsOf = ({ errors }: UiState): readonly { readonly line: number; readonly message: string }[] =>
  errors.map((text) => {
    const [, line = '1', message = text] = /^.*?:(\d+):\d+: (.*)$/.exec(text) ?? [];
    return { line: Number(line), message };
  });

interface VerdictProps {
  readonly state: UiState;
  readonly problem: string;
  readonly verdict: UiState['verdict'];
}

const WORDS = { passed: '✓ Passes', failed: '✗ Fails', error: '✗ Broken', skipped: 'Skipped' } as const;

function Verdict({ state: { errors, failure, stopped }, problem, verdict }: VerdictProps) {
  return (
    <div class="verdict" role="status" data-testid="verdict">
      {problem !== '' && <p class="bad">{problem}</p>}
      {errors.map((each) => (
        <p key={each} class="bad">
          {each}
        </p>
      ))}
      {stopped !== '' && <p>{stopped} Resume continues.</p>}
      {failure !== '' && <p class="bad">This run: {failure}</p>}
      {verdict && (
        <details open={verdict.status !== 'passed'}>
          <summary class={verdict.status === 'passed' ? 'good' : 'bad'}>
            {WORDS[verdict.status]} <span class="quiet">({Math.round(verdict.took_ms)} ms)</span>
          </summary>
          <pre tabIndex={0}>{verdict.lines.join('\n')}</pre>
        </details>
      )}
    </div>
  );
}

interface RecorderProps {
  readonly state: UiState;
  record(on: boolean): void;
  insert(lines: readonly string[]): void;
}

function Recorder({ state: { recorded, lines, device }, record, insert }: RecorderProps) {
  return (
    <div class="tools">
      <button
        type="button"
        aria-pressed={recorded !== null}
        data-testid="record"
        onClick={() => record(recorded === null)}
      >
        ● Record here
      </button>{' '}
      {recorded !== null && (
        <>
          <button
            type="button"
            data-testid="insert"
            disabled={recorded.length === 0}
            onClick={() => {
              insert(recorded);
              record(false);
            }}
          >
            Insert {recorded.length} {recorded.length === 1 ? 'step' : 'steps'} at the cursor
          </button>
          <pre class="recorded" tabIndex={0} data-testid="recorded">
            {recorded.join('\n') || 'Play on the panel; its time must run.'}
          </pre>
        </>
      )}
      <details class="pick">
        <summary>Expect a text of the screen{device === '' ? '' : ` of ${device}`}</summary>
        <ul data-testid="pick">
          {lines.map((line, index) => (
            <li key={index}>
              <button type="button" onClick={() => insert([`- expect: ${JSON.stringify(line.replace(/^> /, ''))}`])}>
                {line}
              </button>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
