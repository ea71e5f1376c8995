// Form for a strike in exact numbers: one input for each field that the server lists.

import { useState } from 'preact/hooks';
import { readTypedNumber } from '../../../../wire/typed-number.ts';
import type { Actions } from '../connection/actions.ts';
import { NumberInput } from '../common/number-input.tsx';
import type { StrikeField, Units } from '../connection/protocol.ts';
import { fieldIn, numberFor } from '../common/speed-units.ts';

interface StrikeFormProps {
  readonly fields: readonly StrikeField[];
  /** Units in which speeds are typed. */
  readonly units: Units;
  readonly strike: Actions['strike'];
  readonly refuse: Actions['refuse'];
}

const REQUIRED = 'club_speed_mps';

export function StrikeForm({ fields, units, strike, refuse }: StrikeFormProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const textOf = (field: StrikeField): string => typed[field.name] ?? String(fieldIn(field, units).default);
  /** Parses the typed number; NaN if the text is not a number. */
  const numberOf = (field: StrikeField): number =>
    typed[field.name] === undefined
      ? field.default
      : numberFor(field, readTypedNumber(textOf(field)) ?? Number.NaN, units);
  const submit = (event: Event): void => {
    event.preventDefault();
    const filled = fields.filter((field) => textOf(field).trim() !== '');
    const foreign = filled.find((field) => Number.isNaN(numberOf(field)));
    if (foreign) refuse(`${foreign.label}: “${textOf(foreign)}” is not a number.`);
    else strike(Object.fromEntries(filled.map((field) => [field.name, numberOf(field)])));
  };
  // The server validates the numbers and explains; the browser's own check would reject values that are only between two
  // steps.
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
                <NumberInput
                  name={field.name}
                  range={field}
                  required={field.name === REQUIRED}
                  text={textOf(field)}
                  take={(text) => setTyped({ ...typed, [field.name]: text })}
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
