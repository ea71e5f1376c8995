// Rules of the update job, independent of XState (R103–R111, store §3.3): turns the store's answer into steps, and
// verifies that a fetched text is the announced one.

import type { HttpAnswer, HttpDocument } from '../../hal/http/http.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { sha256Of } from '../../wire/signing.ts';
import {
  NOT_THE_STORE,
  readTextHeaders,
  readUpdateNews,
  type AnnouncedText,
  type UpdateCheck,
  type UpdateNews,
} from '../../wire/store/messages.ts';
import type { PersistedChange } from '../persisted/changes.ts';
import { INSTALLED_MAX } from '../../wire/limits.ts';
import { withDefault, withInstalled, withoutInstalled, type Installed } from '../persisted/extensions.ts';

/** Step that fetches and installs a script. */
export interface FetchStep {
  readonly kind: 'fetch';
  readonly code: string;
  /** Name of the extension; '' if not yet known. */
  readonly name: string;
  readonly default: boolean;
  /** True if some version is already installed. */
  readonly again: boolean;
  /** Version and hash from the check; null if only the headers of the script give them. */
  readonly announced: Pick<AnnouncedText, 'version' | 'sha256'> | null;
}

export type UpdateStep =
  | { readonly kind: 'check' }
  | FetchStep
  | { readonly kind: 'remove'; readonly code: string; readonly name: string }
  | { readonly kind: 'flag'; readonly code: string; readonly default: boolean };

/** State of the job for the pages. */
export interface UpdateView {
  readonly has_store: boolean;
  /** Current action; '' if idle. */
  readonly action: string;
  /** Results of the last run, one sentence each. */
  readonly done: readonly string[];
  /** Failures of the last run, one sentence each. */
  readonly failures: readonly string[];
  /** Result of each text to fetch, by share code: '' if installed, otherwise the failure. */
  readonly fetched: Readonly<Record<string, string>>;
}

export const NO_UPDATE: UpdateView = { has_store: false, action: '', done: [], failures: [], fetched: {} };

/** Device state that the job depends on. */
export interface UpdatePersisted {
  readonly id: string;
  /** Version of the running firmware. */
  readonly firmware: string;
  readonly installed: readonly Installed[];
  /** Whether a store is configured. */
  readonly has_store: boolean;
  readonly networked: boolean;
  /** True if new firmware is pending; the startup check is then skipped (R115). */
  readonly release_pending: boolean;
}

/** Failure in a run; listed once, however often the run retries. */
export interface UpdateFailure {
  /** Share code of the extension; otherwise the kind of the step. */
  readonly of: string;
  readonly sentence: string;
}

export interface UpdateContext {
  readonly persisted: UpdatePersisted;
  /** True once the jobs before the startup check have finished. */
  readonly turn: boolean;
  /** True if no run is in progress. */
  readonly over: boolean;
  /** Current step, followed by the pending ones. */
  readonly queue: readonly UpdateStep[];
  readonly done: readonly string[];
  readonly failures: readonly UpdateFailure[];
  readonly fetched: UpdateView['fetched'];
  /** True if a user waits for the result of this run. */
  readonly requested: boolean;
  readonly checked: boolean;
}

const ACTIONS: Readonly<Record<UpdateStep['kind'], string>> = {
  check: 'Checking',
  fetch: 'Fetching',
  remove: 'Removing',
  flag: 'Updating',
};

export const updateContext = <I extends Pick<UpdateContext, 'persisted'>>(input: I): I & UpdateContext => ({
  ...input,
  turn: false,
  over: true,
  queue: [],
  done: [],
  failures: [],
  fetched: {},
  requested: false,
  checked: false,
});

export function viewOf(context: UpdateContext): UpdateView {
  const { persisted, over, queue, done, failures, fetched, requested, checked } = context;
  const [step] = queue;
  const name = step?.kind === 'fetch' ? ` ${step.name || step.code}` : '';
  const nothing = over && requested && checked && done.length + failures.length === 0;
  return {
    has_store: persisted.has_store,
    action: over ? '' : step ? `${ACTIONS[step.kind]}${name} …` : 'Tidying up …',
    done: nothing ? ['Everything is up to date.'] : done,
    failures: failures.map(({ sentence }) => sentence),
    fetched,
  };
}

const subjectOf = (step: UpdateStep): string => ('code' in step ? step.code : step.kind);

export const withoutFailure = (failures: readonly UpdateFailure[], of: string): readonly UpdateFailure[] =>
  failures.filter((each) => each.of !== of);

/** Appends a failure, replacing an older one of the same subject. */
export const withFailure = (failures: readonly UpdateFailure[], failure: UpdateFailure): readonly UpdateFailure[] => [
  ...withoutFailure(failures, failure.of),
  failure,
];

/** Describes a failed step, with the reason. */
export const failureOf = (step: UpdateStep, reason: string): UpdateFailure => ({
  of: subjectOf(step),
  sentence: sentenceOf(step, reason),
});

function sentenceOf(step: UpdateStep, reason: string): string {
  if (step.kind === 'check') return `Extensions were not checked: ${reason}.`;
  const { code } = step;
  const name = step.kind === 'fetch' ? step.name || code : code;
  return `${name} was not ${step.kind === 'fetch' && step.again ? 'updated' : 'installed'}: ${reason}.`;
}

/** Queues the steps that the store's answer requires, ahead of pending steps not among them. */
export function withNews(
  { queue, failures, persisted }: UpdateContext,
  news: Result<UpdateNews>,
): Partial<UpdateContext> {
  const [step, ...rest] = queue;
  if (!news.ok)
    return { queue: rest, failures: withFailure(failures, failureOf(step ?? { kind: 'check' }, news.error.message)) };
  const plan = planOf(persisted.installed, news.value);
  return {
    queue: rest.reduce(withStep, plan.steps),
    failures: plan.failures.reduce(withFailure, withoutFailure(failures, 'check')),
    checked: true,
  };
}

interface DoneStep {
  /** null if the user has removed the extension in the meantime. */
  readonly change: PersistedChange | null;
  /** List after the step. */
  readonly installed: readonly Installed[];
  readonly done: readonly string[];
}

const IS_DEFAULT = 'is now a default extension: it stays on this device.';
const IS_NO_DEFAULT = 'is no longer a default extension: you may remove it.';

/** Returns the change that a step makes on the device; null if none. `entry`: the extension that was fetched. */
export function changeOf(step: UpdateStep, entry: Installed | null, installed: readonly Installed[]): DoneStep | null {
  if (step.kind === 'remove') {
    const { code, name } = step;
    const done = [`${name} was removed: it is no longer in the store.`];
    return { change: { kind: 'uninstall', code }, installed: withoutInstalled(installed, code), done };
  }
  if (step.kind === 'flag') {
    const { code, default: flag } = step;
    const here = installed.find((local) => local.code === code);
    return {
      change: { kind: 'flag_extension', code, default: flag },
      installed: withDefault(installed, code, flag),
      done: here ? [`${here.name} ${flag ? IS_DEFAULT : IS_NO_DEFAULT}`] : [],
    };
  }
  if (step.kind !== 'fetch' || !entry) return null;
  const here = installed.some(({ code }) => code === entry.code);
  if (step.again && step.announced !== null && !here) return { change: null, installed, done: [] };
  const fetched = { ...entry, default: dueStep(step, installed).default };
  const done = [`${entry.name} was ${here ? 'updated' : 'installed'}.`];
  return { change: { kind: 'install', entry: fetched }, installed: withInstalled(installed, fetched), done };
}

/** Builds the body of the device's check. */
export const checkOf = (installed: readonly Installed[], device_id: string, firmware: string): UpdateCheck => ({
  installed: installed.map(({ code, version }) => ({ c: code, v: version })),
  fw: firmware,
  dev: device_id,
});

interface Plan {
  readonly steps: readonly UpdateStep[];
  /** Default extensions without a free slot (C40). */
  readonly failures: readonly UpdateFailure[];
}

/** Plans the four cases of store §3.3, freeing slots before filling them. */
export function planOf(installed: readonly Installed[], news: UpdateNews): Plan {
  const steps = installed.flatMap((local) => {
    const now = news.installed.find(({ c }) => c === local.code);
    const step = now && stepFor(local, now);
    return step ? [step] : [];
  });
  const gone = steps.filter(({ kind }) => kind === 'remove');
  const known = (code: string): boolean => installed.some((local) => local.code === code);
  const lacking = news.defaults.filter(({ c }, i, all) => !known(c) && all.findIndex((each) => each.c === c) === i);
  const room = INSTALLED_MAX - installed.length + gone.length;
  const first = lacking
    .slice(0, room)
    .map(({ c, name }): FetchStep => ({ kind: 'fetch', code: c, name, default: true, again: false, announced: null }));
  return {
    steps: [...gone, ...steps.filter(({ kind }) => kind !== 'remove'), ...first],
    failures: lacking
      .slice(room)
      .map(({ c, name }) => ({ of: c, sentence: `No slot for ${name || c}: remove an extension.` })),
  };
}

/** Returns the step for one extension; null if the local copy matches the store. */
function stepFor(local: Installed, now: UpdateNews['installed'][number]): UpdateStep | null {
  const { code, name } = local;
  if ('gone' in now) return { kind: 'remove', code, name };
  const { v: version, sha256, default: by_default } = now;
  if (version !== local.version)
    return { kind: 'fetch', code, name, default: by_default, again: true, announced: { version, sha256 } };
  return by_default === local.default ? null : { kind: 'flag', code, default: by_default };
}

/** Returns the step that installs an extension by the code a user typed. */
export const stepToInstall = (code: string): FetchStep => ({
  kind: 'fetch',
  code,
  name: '',
  default: false,
  again: false,
  announced: null,
});

/** Updates a step when it is due: the extension may have been installed or made a default in the meantime. */
export function dueStep(step: FetchStep, installed: readonly Installed[]): FetchStep {
  const local = installed.find((each) => each.code === step.code);
  if (step.announced !== null || !local) return step;
  return { ...step, name: local.name, default: step.default || local.default, again: true };
}

const isSame = (one: UpdateStep, other: UpdateStep): boolean =>
  one.kind === other.kind && subjectOf(one) === subjectOf(other);

/** Appends a step unless it is already queued: pressing twice requests it once. */
export const withStep = (queue: readonly UpdateStep[], step: UpdateStep): readonly UpdateStep[] =>
  queue.some((each) => isSame(each, step)) ? queue : [...queue, step];

export const hasRoom = (installed: readonly Installed[], code: string): boolean =>
  installed.length < INSTALLED_MAX || installed.some((each) => each.code === code);

export const NO_ROOM = `all ${INSTALLED_MAX} slots are in use, so remove one first`;

/** Reads the store's answer to the check. Errors: a sentence fragment. */
export function newsFrom({ status, text }: HttpAnswer): Result<UpdateNews> {
  return status === 200 ? readUpdateNews(text) : refused(status);
}

export interface FetchedText extends AnnouncedText {
  readonly bytes: Uint8Array;
}

/** Verifies that a script is the announced one, byte for byte (R103). Errors: a sentence fragment. */
export function textFrom({ status, headers, bytes }: HttpDocument, step: FetchStep): Result<FetchedText> {
  if (status !== 200) return refused(status);
  const read = readTextHeaders(headers);
  if (!read.ok) return read;
  const { announced } = step;
  const same = announced === null || sameText(announced, read.value);
  if (read.value.code !== step.code || !same) return fail('bad_value', 'the store sent something else');
  if (sha256Of(bytes) !== read.value.sha256) return fail('bad_value', 'its text is damaged');
  return ok({ ...read.value, bytes });
}

const sameText = (one: Omit<AnnouncedText, 'code'>, other: AnnouncedText): boolean =>
  one.version === other.version && one.sha256 === other.sha256;

const refused = (status: number): Result<never> => fail('bad_value', REFUSAL[status] ?? NOT_THE_STORE);

const REFUSAL: Readonly<Record<number, string>> = {
  404: 'no extension has this code',
  410: 'its author has removed it',
  429: 'too many requests to the store, so wait a minute',
  500: 'the store is out of order',
  502: 'the store is out of order',
  503: 'the store is out of order',
};
