// Shows a problem with a script: its file and line, the callback, the message, and the marked line in its surroundings.

import type { ScriptProblem } from '../connection/protocol.ts';

interface ProblemProps {
  readonly title: string;
  /** Name of the script's file, if it is on this machine. */
  readonly file: string | null;
  readonly problem: ScriptProblem;
  readonly id: string;
  /** Whether the lines belong to an older version than the file on disk. */
  readonly is_old?: boolean;
}

export function ProblemOfScript({ title, file, problem, id, is_old = false }: ProblemProps) {
  const { message, line, source } = problem;
  const where = whereOf(file, problem);
  return (
    <div class="problem" role="alert" data-testid={id}>
      <p class="problem-title">
        {title}
        {is_old && <span class="old-mark">old</span>}
      </p>
      <p class="problem-text">
        {where && <strong>{where}: </strong>}
        {message}
      </p>
      {source.length > 0 && (
        <pre class="source" tabIndex={0} aria-label={`Source around line ${line}, marked with >`}>
          {source.map((each) => (
            <SourceLine key={each.line} {...each} digits={String(source.at(-1)?.line).length} />
          ))}
        </pre>
      )}
      {problem.calls.length > 1 && <Calls file={file} problem={problem} />}
    </div>
  );
}

const whereOf = (file: string | null, { line, callback }: ScriptProblem): string =>
  [placeOf(file, line), callback && `in ${callerName(callback)}`].filter(Boolean).join(', ');

function placeOf(file: string | null, line: number | null): string | null {
  if (line === null) return file;
  return file === null ? `Line ${line}` : `${file}:${line}`;
}

const callerName = (callback: string): string => (callback === 'timer' ? 'a timer' : `ext.${callback}`);

/** Lists the calls, innermost first as in Lua. */
function Calls({ file, problem: { calls, callback } }: Pick<ProblemProps, 'file' | 'problem'>) {
  const device_called = callback === null ? 'a function' : callerName(callback);
  return (
    <ol class="calls" aria-label="Call stack, innermost first">
      {calls.map(({ line, name }, i) => (
        <li key={i}>
          {placeOf(file, line)} in {name ?? (i === calls.length - 1 ? device_called : 'a function')}
        </li>
      ))}
    </ol>
  );
}

type SourceProps = ScriptProblem['source'][number] & { readonly digits: number };

/** Marks the line with a character too, since not every reader sees colours and copies lose them. */
function SourceLine({ line, text, marked, digits }: SourceProps) {
  const shown = `${marked ? '>' : ' '} ${String(line).padStart(digits)} | ${text}\n`;
  return marked ? <mark>{shown}</mark> : <span>{shown}</span>;
}
