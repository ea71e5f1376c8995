// Card for authors of the running extension: its problem, and its use of memory and instructions.

import type { ExtensionUse, PathMistake, ScriptFileState } from '../connection/protocol.ts';
import { ProblemOfScript } from './script-problem.tsx';

interface ExtensionCardProps {
  /** Extension in play; null if none. */
  readonly use: ExtensionUse | null;
  /** Script file of the extension; null if it does not come from a file. */
  readonly script: ScriptFileState | null;
}

export function ExtensionCard({ use, script }: ExtensionCardProps) {
  const file = script?.name ?? null;
  const old = script !== null && script.problem !== null;
  return (
    <section class={`card card-extension ${script ? 'card-script' : ''}`} aria-label="Extension">
      <h2>Extension</h2>
      {script?.problem && (
        <ProblemOfScript id="file-problem" title={`${file} failed to load`} file={file} problem={script.problem} />
      )}
      <p class="use-name" data-testid="extension-name">
        {use?.name ?? (old ? file : `${file} is in the menu.`)}
        {old && <span class="old-mark">old</span>}
      </p>
      {old && (
        <p class="old-note" data-testid="old-note">
          {use ? 'The running version' : 'The version in the menu'} is the last that loaded, not the file.
        </p>
      )}
      {use?.failure && (
        <ProblemOfScript id="failure" title={`${use.name} stopped`} file={file} problem={use.failure} is_old={old} />
      )}
      {use && <Limits use={use} />}
    </section>
  );
}

function Limits({ use }: { readonly use: ExtensionUse }) {
  const { heap_bytes, heap_bytes_max, instructions, instructions_most, instructions_max, mistakes } = use;
  return (
    <>
      <Use
        label="Heap"
        value={heap_bytes}
        max={heap_bytes_max}
        text={`${kilobytes(heap_bytes)} of ${kilobytes(heap_bytes_max)} KB`}
      />
      <Use
        label="Last callback"
        value={instructions}
        max={instructions_max}
        text={`${thousands(instructions)} of ${thousands(instructions_max)} instructions`}
      />
      <Use
        label="Most so far"
        value={instructions_most}
        max={instructions_max}
        text={`${thousands(instructions_most)} instructions`}
      />
      {mistakes.length > 0 && (
        <ul class="mistakes" data-testid="mistakes" aria-label="Path errors">
          {mistakes.map((mistake, index) => (
            <Mistake key={index} mistake={mistake} />
          ))}
        </ul>
      )}
    </>
  );
}

function Mistake({ mistake: { message, line, before, at, after } }: { readonly mistake: PathMistake }) {
  return (
    <li class="mistake">
      <p>
        {line !== null && <strong>Line {line}: </strong>}
        {message}
      </p>
      <code class="mistake-path">
        {before}
        <mark>{at || ' '}</mark>
        {after}
      </code>
    </li>
  );
}

interface UseProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly text: string;
}

/** Shows a meter that changes colour at three quarters of the limit; the text always says the same. */
function Use({ label, value, max, text }: UseProps) {
  const id = `use-${label.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <div class="use">
      <label for={id}>{label}</label>
      <meter id={id} data-testid={id} min={0} max={max} high={max * 0.75} optimum={0} value={value}>
        {text}
      </meter>
      <span class="use-text">{text}</span>
    </div>
  );
}

const kilobytes = (bytes: number): string => (bytes / 1024).toFixed(bytes < 102_400 ? 1 : 0);
const thousands = (count: number): string => Math.round(count).toLocaleString('en');
