// State block of every answer (relay §2.9), its canonical text and its tag (C22).

import { bytesOf } from '../bytes.ts';
import blakejs from 'blakejs';
import * as v from 'valibot';
import { SIM_PAGE_MODE } from '../choices.ts';
import { STATE_TAG_BYTES } from '../limits.ts';
import { byCodeUnit, flag } from './fields.ts';
import {
  deviceLabel,
  event,
  experience,
  players,
  sim,
  stateTag,
  type Experience,
  type RelayEvent,
  type Sim,
} from './shapes.ts';
import type { RelayRound } from './round.ts';
import { shownRound } from './shown-round.ts';

/** A device of the session; a host has no `fol` (C27). */
const listedDevice = v.object(
  { name: deviceLabel(), host: flag(), fol: v.optional(flag()), players },
  'must be an object',
);
export type ListedDevice = Readonly<v.InferOutput<typeof listedDevice>>;

export const stateBlock = v.object(
  {
    players: v.array(listedDevice, 'must be a list'),
    ev: event,
    replay: flag(),
    replay_by: deviceLabel(),
    host_online: flag(),
    exp: experience,
    round: v.pipe(v.unknown(), v.transform(shownRound)),
    sim,
    st: stateTag(),
  },
  'must be an object',
);
/** State block as a device parses it, with a round that it can show. */
export type StateBlock = Readonly<v.InferOutput<typeof stateBlock>>;

/** A state without its tag and derived fields, with the round as its host published it. */
export interface UntaggedState extends Omit<StateBlock, 'st' | 'sim' | 'round'> {
  readonly round: RelayRound | null;
}

export const EMPTY_EVENT: RelayEvent = { seq: 0, kind: '', name: '', steps: 0 };
export const EMPTY_EXPERIENCE: Experience = { mode: 0, gen: 0, cfg: {} };

/** C26: state that a caller gets for a session that is not theirs. */
export const EMPTY_STATE: UntaggedState = {
  players: [],
  ev: EMPTY_EVENT,
  replay: false,
  replay_by: '',
  host_online: false,
  exp: EMPTY_EXPERIENCE,
  round: null,
};

/** R26: returns the state's `sim`, which depends on the experience. */
export const simOf = ({ mode }: Pick<Experience, 'mode'>): Sim =>
  mode === SIM_PAGE_MODE.simdirect ? 'simdirect' : mode === SIM_PAGE_MODE.simport ? 'simport' : 'none';

export interface StateText {
  /** 8 hex characters; equal for equal players, ev.seq, replay, host_online, exp and round. */
  readonly st: string;
  /** The whole block as canonical JSON. */
  readonly text: string;
}

/**
 * Returns the canonical text of a state and its tag: blake2b with a digest of 4 bytes over the JSON text of `[players,
 * ev.seq, replay, host_online, exp, round]` (RFC 7693; the length is a parameter, not a truncation).
 */
export function stateText(state: UntaggedState): StateText {
  const exp = experienceText(state.exp);
  const listed = JSON.stringify(state.players);
  const played = JSON.stringify(state.round);
  const tagged = `[${listed},${state.ev.seq},${state.replay},${state.host_online},${exp},${played}]`;
  const st = blakejs.blake2bHex(bytesOf(tagged), undefined, STATE_TAG_BYTES);
  const { ev, replay, replay_by, host_online } = state;
  const before = `{"players":${listed},"ev":${JSON.stringify(ev)},"replay":${replay},"replay_by":${JSON.stringify(replay_by)}`;
  const after = `"host_online":${host_online},"exp":${exp},"round":${played},"sim":"${simOf(state.exp)}","st":"${st}"}`;
  return { st, text: `${before},${after}` };
}

/** Concatenated by hand, since an object would put names that look like numbers first. */
function experienceText({ mode, gen, cfg }: Experience): string {
  const entries = Object.entries(cfg).sort(([a], [b]) => byCodeUnit(a, b));
  const written = entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`);
  return `{"mode":${mode},"gen":${gen},"cfg":{${written.join(',')}}}`;
}
