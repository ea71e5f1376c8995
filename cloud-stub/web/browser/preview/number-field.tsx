// A number that is typed: what makes no sense yet stays as it is typed, and is not taken. The input is of text, since one of the type number
// drops characters that are none of a number, and makes another number of the rest (R154).

import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { readTypedNumber, steppedNumber, type NumberRange } from '../../../../wire/typed-number.ts';

interface NumberFieldProps {
  readonly label: string;
  /** A step of 1 takes whole numbers alone. */
  readonly range: NumberRange;
  readonly value: number;
  readonly take: (value: number) => void;
}

export function NumberField({ label, range, value, take }: NumberFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const text = typed ?? String(value);
  const problem = problemOf(text, label, range);
  const type = (next: string): void => {
    setTyped(next);
    const number = readTypedNumber(next);
    if (number !== null && problemOf(next, label, range) === '') take(number);
  };
  useLayoutEffect(() => input.current?.setCustomValidity(problem), [problem]);
  // Another field has set the value: what was typed here says nothing of it.
  useLayoutEffect(() => {
    if (!input.current?.matches(':focus')) setTyped(null);
  }, [value]);
  return (
    <div class="preview-field">
      <label for={id}>{label}</label>
      <input
        {...{ id }}
        ref={input}
        type="text"
        role="spinbutton"
        inputMode="decimal"
        autoComplete="off"
        aria-valuemin={range.min}
        aria-valuemax={range.max}
        aria-valuenow={readTypedNumber(text) ?? undefined}
        aria-invalid={problem !== ''}
        value={text}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          const next = steppedNumber(text, event.key, range);
          if (next === null) return;
          event.preventDefault();
          type(String(next));
        }}
        onBlur={() => problem === '' && setTyped(null)}
      />
    </div>
  );
}

/** The reason why a text is not taken; '' for one that is. */
function problemOf(text: string, label: string, { min, max, step }: NumberRange): string {
  const number = readTypedNumber(text);
  if (number === null) return `${label}: “${text}” is not a number.`;
  if (number < min || number > max) return `${label} is from ${min} to ${max}.`;
  return step === 1 && !Number.isInteger(number) ? `${label} is a whole number.` : '';
}
