// Number as a text input: an input of type number drops invalid characters and turns the rest into another number
// (R154).

import { readTypedNumber, steppedNumber, type NumberRange } from '../../../../wire/typed-number.ts';

interface NumberInputProps {
  readonly name: string;
  readonly range: NumberRange;
  readonly required: boolean;
  readonly text: string;
  readonly take: (text: string) => void;
}

export function NumberInput({ name, range, required, text, take }: NumberInputProps) {
  const number = readTypedNumber(text);
  return (
    <input
      type="text"
      role="spinbutton"
      inputMode="decimal"
      autoComplete="off"
      {...{ name, required }}
      aria-valuemin={range.min}
      aria-valuemax={range.max}
      aria-valuenow={number ?? undefined}
      aria-invalid={number === null && (required || text.trim() !== '')}
      value={text}
      onInput={(event) => take(event.currentTarget.value)}
      onKeyDown={(event) => {
        const next = steppedNumber(text, event.key, range);
        if (next === null) return;
        event.preventDefault();
        take(String(next));
      }}
    />
  );
}
