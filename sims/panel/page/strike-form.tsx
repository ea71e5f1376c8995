// A strike in exact numbers: one input for each field that the server names.

import { useState } from 'preact/hooks';
import type { Actions } from './actions.ts';
import type { StrikeField, Units } from './protocol.ts';
import { fieldIn, numberFor } from './speed-units.ts';

interface StrikeFormProps {
  readonly fields: readonly StrikeField[];
  /** In which speeds are typed. */
  readonly units: Units;
  readonly strike: Actions['strike'];
}

const REQUIRED = 'club_speed_mps';

/** Whether the browser hides a typed text because it is no number. */
const isNoNumber = (form: EventTarget | null, { name }: StrikeField): boolean => {
  const entry = form instanceof HTMLFormElement ? form.elements.namedItem(name) : null;
  return entry instanceof HTMLInputElement && entry.validity.badInput;
};
/** NaN for a text that is no number, which the server refuses by the name of its field (R154). */
const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

export function StrikeForm({ fields, units, strike }: StrikeFormProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const textOf = (field: StrikeField): string => typed[field.name] ?? String(fieldIn(field, units).default);
  const numberOf = (field: StrikeField): number =>
    typed[field.name] === undefined ? field.default : numberFor(field, numberIn(textOf(field)), units);
  const submit = (event: Event): void => {
    event.preventDefault();
    const filled = fields.filter((field) => textOf(field).trim() !== '' || isNoNumber(event.currentTarget, field));
    strike(Object.fromEntries(filled.map((field) => [field.name, numberOf(field)])));
  };
  // The server judges the numbers and says why; the browser's own check would refuse what is merely between two steps.
  return (
    <form class="strike-form" data-testid="strike-form" aria-label="Exact numbers" noValidate onSubmit={submit}>
      <h3>Exact numbers</h3>
      <div class="fields">
        {fields
          .map((each) => fieldIn(each, units))
          .map((field) => (
            <label key={field.name} class="field">
              <span class="field-label">{field.label}</span>
              <span class="field-entry">
                <input
                  type="number"
                  inputMode="decimal"
                  name={field.name}
                  min={field.min}
                  max={field.max}
                  step={field.step}
                  required={field.name === REQUIRED}
                  value={textOf(field)}
                  onInput={(event) => setTyped({ ...typed, [field.name]: event.currentTarget.value })}
                />
                <span class="field-unit">{field.unit}</span>
              </span>
            </label>
          ))}
      </div>
      <button type="submit" class="primary" data-testid="strike-submit">
        Strike
      </button>
    </form>
  );
}
