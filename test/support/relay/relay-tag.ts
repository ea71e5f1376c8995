// Independent implementation of the state tag from the spec: the canonical text field by field, and its hash. It shares
// no code with the relay.

import blakejs from 'blakejs';
import type { StateBlock } from '../../../wire/relay/state.ts';

/** `printf '[[],0,false,false,{"mode":0,"gen":0,"cfg":{}},null]' | b2sum -l 32` */
export const EMPTY_STATE_TAG = '483ae783';

/** C26: state that a device sees of a session that is not its own. */
export const EMPTY_STATE = {
  players: [],
  ev: { seq: 0, kind: '', name: '', steps: 0 },
  replay: false,
  replay_by: '',
  host_online: false,
  exp: { mode: 0, gen: 0, cfg: {} },
  round: null,
  sim: 'none',
  st: EMPTY_STATE_TAG,
} as const;

/** Returns the 4-byte BLAKE2b digest of the text. */
const hashed = (text: string): string => blakejs.blake2bHex(new TextEncoder().encode(text), undefined, 4);

/** Returns the tag of a received state. `round_text`: canonical text of a round with unknown fields. */
export const tagOf = (
  { players, ev, replay, host_online, exp, round }: StateBlock,
  round_text = roundText(round),
): string =>
  hashed(
    `[${listOf(players.map(deviceText))},${ev.seq},${replay},${host_online},${experienceText(exp)},${round_text}]`,
  );

const quoted = (text: string): string => JSON.stringify(text);
const listOf = (texts: readonly (string | number)[]): string => `[${texts.join(',')}]`;

function deviceText({ name, host, fol, players }: StateBlock['players'][number]): string {
  const entries = players.map(({ n, h }) => `{"n":${quoted(n)},"h":${h}}`);
  const following = fol === undefined ? '' : `,"fol":${fol}`;
  return `{"name":${quoted(name)},"host":${host}${following},"players":${listOf(entries)}}`;
}

function experienceText({ mode, gen, cfg }: StateBlock['exp']): string {
  const keys = Object.keys(cfg).toSorted((a, b) => (a < b ? -1 : 1)); // compares code units
  return `{"mode":${mode},"gen":${gen},"cfg":{${keys.map((key) => `${quoted(key)}:${cfg[key]}`).join(',')}}}`;
}

/** Returns the canonical text of a round, to which the limit of 1600 characters applies. */
export function roundText(round: StateBlock['round']): string {
  if (round === null) return 'null';
  const { id, ph, hole, turn, n, nh, ro, ho, sc, rem, hd, td, ord, shot, note } = round;
  const roster = ro.map((seat) => `{"n":${quoted(seat.n)},"d":${quoted(seat.d)},"c":${seat.c},"h":${seat.h}}`);
  const shotText =
    shot &&
    `{"seq":${shot.seq},"p":${shot.p},"hole":${shot.hole},"mps":${shot.mps},"face":${shot.face},"aoa":${shot.aoa},` +
      `"ratio":${shot.ratio},"v":${quoted(shot.v)},"holed":${shot.holed},"x":${shot.x},"y":${shot.y},"rem":${shot.rem}}`;
  const noteText = note && `{"seq":${note.seq},"t":${quoted(note.t)}}`;
  return (
    `{"id":${id},"ph":${quoted(ph)},"hole":${hole},"turn":${turn},"n":${n},"nh":${nh},"ro":${listOf(roster)},` +
    `"ho":${listOf(ho)},"sc":${listOf(sc.map(listOf))},"rem":${listOf(rem)},"hd":${listOf(hd)},"td":${listOf(td)},` +
    `"ord":${listOf(ord)},"shot":${shotText},"note":${noteText}}`
  );
}
