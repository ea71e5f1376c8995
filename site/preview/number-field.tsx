// A number that is typed: what makes no sense yet stays as it is typed, and is not taken.

import { useId, useState } from 'preact/hooks';
import type { Range } from './putt.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly range: Range;
  readonly value: number;
  readonly take: (value: number) => void;
}

export function NumberField({ label, range: { min, max, step }, value, take }: NumberFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const onInput = (event: InputEvent & { readonly currentTarget: HTMLInputElement }): void => {
    const text = event.currentTarget.value;
    setTyped(text);
    const number = Number(text);
    if (text.trim() !== '' && number >= min && number <= max) take(number);
  };
  return (
    <div class="preview-field">
      <label for={id}>{label}</label>
      <input
        {...{ id, min, max }}
        type="number"
        inputMode="decimal"
        step={step === 1 ? 1 : 'any'}
        required
        value={typed ?? value}
        onInput={onInput}
        onBlur={() => setTyped(null)}
      />
    </div>
  );
}
