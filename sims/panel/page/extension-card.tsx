// The extension in play: how much of its memory and of its instructions it uses, for those who write one.

import type { ExtensionUse, PathMistake } from './protocol.ts';
import { ProblemOfScript } from './script-problem.tsx';

export function ExtensionCard({ use }: { readonly use: ExtensionUse }) {
  const { name, heap_bytes, heap_bytes_max, instructions, instructions_most, instructions_max, mistakes, failure } =
    use;
  return (
    <section class="card card-extension" aria-label="Extension">
      <h2>Extension</h2>
      <p class="use-name" data-testid="extension-name">
        {name}
      </p>
      {failure && <ProblemOfScript id="failure" title="It has stopped" file={null} problem={failure} />}
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
        <ul class="mistakes" data-testid="mistakes" aria-label="Mistakes in its paths">
          {mistakes.map((mistake, index) => (
            <Mistake key={index} mistake={mistake} />
          ))}
        </ul>
      )}
    </section>
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

/** From three quarters of a limit the meter has another colour; the words say the same at any time. */
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
