// The state tag as the documents define it, written a second time: the canonical text field by field, and its hash. It shares no
// line with the relay's own.

import blakejs from 'blakejs';
import type { StateBlock } from '../../../wire/relay/state.ts';

/** `printf '[[],0,false,false,{"mode":0,"gen":0,"cfg":{}},null]' | b2sum -l 32` */
export const EMPTY_STATE_TAG = '483ae783';

/** C26: what somebody sees of a session that is not theirs. */
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

/** BLAKE2b with a digest of 4 bytes over the text. */
const hashed = (text: string): string => blakejs.blake2bHex(new TextEncoder().encode(text), undefined, 4);

/** The tag of a state that came in an answer. `round_text`: of a round with other fields than ours. */
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

/** The canonical text of a round, on which its 1600 characters are counted. */
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
