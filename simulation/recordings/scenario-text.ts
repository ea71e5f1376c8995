// Formats a scenario as YAML, one line per step.

import { stringify } from 'yaml';
import { isFields } from '../../wire/json-fields.ts';
import { oneLine } from '../../wire/visible.ts';

export interface WrittenStep {
  readonly device: string;
  /** Time in the recording; not written. */
  readonly at_ms: number;
  readonly name: string;
  /** null for a step without a value. */
  value: unknown;
}

interface Setup {
  readonly name: string;
  readonly seed: number | undefined;
  readonly cloud: boolean;
  readonly wifi: boolean;
  /** Devices with the contents of their storage before the first start. */
  readonly devices: readonly { readonly device: string; readonly records: ReadonlyMap<string, unknown> }[];
}

/** Name of a pseudo-step that becomes a comment; no real step can have it. */
export const COMMENT = '#';

const ANOTHER_CHANCE = '# Random values, such as the targets of a drill, differ here.';

export function scenarioText({ name, seed, cloud, wifi, devices }: Setup, steps: readonly WrittenStep[]): string {
  const [first] = devices;
  return [
    `name: ${flow(name)}`,
    seed === undefined ? ANOTHER_CHANCE : `seed: ${seed}`,
    ...(cloud ? ['cloud: true'] : []),
    ...(wifi ? ['wifi: true'] : []),
    'devices:',
    ...devices.map(({ device, records }) => `  ${flow(device)}: ${setupOf(records)}`.trimEnd()),
    'steps:',
    ...stepLines(steps, first?.device ?? '').map((line) => `  ${line}`),
    '',
  ].join('\n');
}

/** Formats steps as items of a YAML list. `first`: device of the steps that name none. */
export const stepLines = (steps: readonly WrittenStep[], first: string): readonly string[] =>
  joined(steps).map((step) =>
    step.name === COMMENT ? `# ${oneLine(String(step.value))}` : `- ${stepText(step, first)}`,
  );

/** Formats a device's setup; players have their own field. */
function setupOf(records: ReadonlyMap<string, unknown>): string {
  const { players: stored, ...others } = Object.fromEntries(records);
  const list = isFields(stored) && Array.isArray(stored['players']) ? stored['players'] : [];
  const players = list.length > 0 ? { players: list.filter(isFields).map(({ id: _id, ...player }) => player) } : {};
  const rest = Object.keys(others).length > 0 ? { records: others } : {};
  const all = { ...players, ...rest };
  return Object.keys(all).length > 0 ? flow(all) : '';
}

function stepText({ device, name, value }: WrittenStep, first: string): string {
  if (device !== first) return flow({ on: device, [name]: value });
  return value === null ? name : `${name}: ${flow(value)}`;
}

/** Merges consecutive choices, and consecutive keys, into one step. */
function joined(steps: readonly WrittenStep[]): readonly WrittenStep[] {
  const all: WrittenStep[] = [];
  for (const step of steps) {
    const before = all.at(-1);
    const same = before?.name === step.name && before.device === step.device;
    if (same && Array.isArray(before.value) && Array.isArray(step.value))
      all.splice(-1, 1, { ...before, value: [...before.value, ...step.value] });
    else all.push(step);
  }
  return all;
}

/** Formats a value on one line: `{ key: [one, two] }`. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (isFields(value)) {
    const fields = Object.entries(value).map(([key, each]) => `${flow(key)}: ${flow(each)}`);
    return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
  }
  // On one line, with invisible characters escaped: YAML accepts JSON escapes.
  if (typeof value === 'string' && oneLine(value) !== value) return oneLine(JSON.stringify(value));
  // Formatted as a list item, so that it is quoted as a list requires.
  return stringify([value], { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0, singleQuote: true })
    .trim()
    .slice(1, -1);
}
