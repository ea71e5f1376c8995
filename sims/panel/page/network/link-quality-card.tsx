// Controls for the link quality of the device's requests.

import type { Actions } from '../connection/actions.ts';
import type { Switches } from '../connection/protocol.ts';

interface LinkQualityCardProps {
  readonly link_quality: NonNullable<Switches['link_quality']>;
  readonly change: Actions['linkQuality'];
  readonly past: boolean;
}

const DELAYS_MS = [0, 20, 100, 300, 1000, 5000];
const LOSSES = [0, 0.01, 0.05, 0.2, 0.5, 1];

export function LinkQualityCard({ link_quality: { delay_ms, loss }, change, past }: LinkQualityCardProps) {
  return (
    <section class="card card-way" aria-label="Link quality" inert={past}>
      <h2>Link quality</h2>
      <div class="way">
        <Choice
          id="delay"
          label="Delay, each way"
          value={delay_ms}
          values={DELAYS_MS}
          textOf={(ms) => (ms === 0 ? 'none' : `${ms} ms`)}
          choose={(ms) => change({ delay_ms: ms })}
        />
        <Choice
          id="loss"
          label="Loss, each way"
          value={loss}
          values={LOSSES}
          textOf={(share) => (share === 0 ? 'none' : `${Math.round(share * 100)} %`)}
          choose={(share) => change({ loss_percent: share * 100 })}
        />
      </div>
    </section>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly values: readonly number[];
  readonly textOf: (value: number) => string;
  readonly choose: (value: number) => void;
}

function Choice({ id, label, value, values, textOf, choose }: ChoiceProps) {
  const all = values.includes(value) ? values : [value, ...values];
  return (
    <label class="filter">
      <span>{label}</span>
      <select data-testid={id} value={String(value)} onChange={(event) => choose(Number(event.currentTarget.value))}>
        {all.map((each) => (
          <option key={each} value={String(each)}>
            {textOf(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
