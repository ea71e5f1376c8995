// Report for the author: where and why the extension stopped, path errors, log and sounds.

import type { ScriptFailure } from '../../../../firmware/extension-runtime/failure.ts';
import type { PathMistake } from '../../../../firmware/extension-runtime/path/path-mistake.ts';
import type { Happening, PreviewState } from './played.ts';

export function FailureNote({ played: { failure, source } }: { readonly played: PreviewState }) {
  return (
    <div role="alert" data-testid="failure">
      {failure && (
        <div class="preview-failure">
          <p>
            <strong>Stopped. </strong>
            {placeOf(failure)}
            {failure.message}
          </p>
          {source.length > 0 && (
            // Focusable, so that keyboard users can scroll wide lines.
            <pre tabIndex={0} role="region" aria-label="Source around the line">
              {source.map(({ line, text, marked }) => (
                <code key={line} class={marked ? 'preview-line preview-marked' : 'preview-line'}>
                  <span>{marked ? '>' : ''}</span>
                  <span>{line}</span>
                  <span>{text}</span>
                </code>
              ))}
            </pre>
          )}
        </div>
      )}
    </div>
  );
}

/** Formats the known location: `Line 4, in ext.start: `; '' if unknown. */
function placeOf({ line, callback }: ScriptFailure): string {
  const within = callback === null ? '' : callback === 'timer' ? 'in a timer' : `in ext.${callback}`;
  const place = [line === null ? '' : `line ${line}`, within].filter((each) => each !== '').join(', ');
  return place === '' ? '' : `${place.slice(0, 1).toUpperCase()}${place.slice(1)}: `;
}

const MISTAKES_MAX = 20;

export function Mistakes({ mistakes }: { readonly mistakes: readonly PathMistake[] }) {
  if (mistakes.length === 0) return null;
  return (
    <section class="preview-card">
      <h3>Path errors</h3>
      <ul class="preview-mistakes">
        {mistakes.slice(0, MISTAKES_MAX).map(({ message, line, before, at, after }, index) => (
          <li key={index}>
            {line !== null && <strong>Line {line}: </strong>}
            {message}{' '}
            <code>
              {before}
              <mark>{at || ' '}</mark>
              {after}
            </code>
          </li>
        ))}
      </ul>
    </section>
  );
}

const WORD: Readonly<Record<Happening['kind'], string>> = {
  log: 'Log',
  warn: 'Warning',
  sound: 'Sound',
  trend: 'Trend',
};

export function Happened({ happened }: { readonly happened: readonly Happening[] }) {
  return (
    <section class="preview-card">
      <h3>Log and sounds</h3>
      {happened.length === 0 ? (
        <p class="preview-quiet">Nothing yet.</p>
      ) : (
        <ol
          class="preview-happened"
          data-testid="happened"
          reversed
          tabIndex={0}
          aria-label="Log and sounds, newest first"
        >
          {happened.map(({ number, kind, text }) => (
            <li key={number}>
              <strong>{WORD[kind]}:</strong> {text}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
