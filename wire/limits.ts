// Numbers from the spec that device and cloud, or several folders of the project, share, each defined once. A number
// used by only one folder stays in that folder. Names end with the unit.

/** Inclusive range of a value from a user or a program. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

export const inRange = (value: number, range: Range): boolean => value >= range.min && value <= range.max;

// --- Version of the sensor's serial protocol (docs/sensor-protocol.md); its other numbers are in hal ---

export const PROTOCOL_MAJOR = 1;
export const PROTOCOL_MINOR = 1;

// --- Error of an aperture along x that a sensor board stores ---

export const APERTURE_ERROR_UM: Range = { min: -2000, max: 2000 };

// --- Limits of a swing that counts as a strike ---

export const PLAUSIBLE = {
  club_speed_mps: { min: 0.15, max: 6 },
  face_angle_deg: { min: -20, max: 20 },
  face_rotation_deg_per_in: { min: -6, max: 6 },
  attack_angle_deg: { min: -15, max: 15 },
  inner_proportion: { min: 0, max: 1 },
} as const satisfies Record<string, Range>;

// --- Players and settings ---

export const PLAYERS_MAX = 4;
export const NAME_CHARS_MAX = 16;
export const HANDICAP: Range = { min: 0, max: 54 };

// --- HTTP interfaces of the front panel and the relay ---

export const BODY_BYTES_MAX = 16_384;

// --- The relay (docs/relay.md) ---

export const HOLD_MS_MAX = 20_000;
/** Lifetime of an input; the relay drops older ones. */
export const INPUT_LIFETIME_MS = 120_000;
export const ROUND_CHARS_MAX = 1600;
export const CFG_ENTRIES_MAX = 24;
export const CFG_KEY_CHARS_MAX = 12;
export const AIM_STEPS: Range = { min: -50, max: 50 };
export const CLUB_INDEX: Range = { min: 0, max: 31 };
export const SIGNATURE_HEX_CHARS = 64;
export const STATE_TAG_BYTES = 4;

// --- The extension store (docs/store.md) ---

export const SHARE_CODE_SYMBOLS = 5;
/** R104: limit of extensions installed on one device. */
export const INSTALLED_MAX = 6;
/** Maximum size of an extension's text, UTF-8 encoded. */
export const EXTENSION_BYTES_MAX = 65_536;

// --- Resources of an extension ---

/** Memory that a script may allocate beyond its compiled code (C39). */
export const SCRIPT_HEAP_BYTES_MAX = 262_144;
/** Instruction limit of an extension's top level at publication. */
export const TOP_LEVEL_INSTRUCTIONS_MAX = 2_000_000;
