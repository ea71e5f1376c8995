// Number input: invalid input stays visible but is not applied. It is a text input, since number inputs drop invalid
// characters and make a different number of the rest (R154).

import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { readTypedNumber, steppedNumber, type NumberRange } from '../../../../wire/typed-number.ts';

interface NumberFieldProps {
  readonly label: string;
  /** A step of 1 accepts whole numbers only. */
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
  // Another field has set the value, which replaces the typed text.
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

/** Returns the reason why the text is invalid; '' if valid. */
function problemOf(text: string, label: string, { min, max, step }: NumberRange): string {
  const number = readTypedNumber(text);
  if (number === null) return `${label}: “${text}” is not a number.`;
  if (number < min || number > max) return `${label} must be from ${min} to ${max}.`;
  return step === 1 && !Number.isInteger(number) ? `${label} must be a whole number.` : '';
}
