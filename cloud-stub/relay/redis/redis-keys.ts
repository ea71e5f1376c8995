// The names of what relays have on a Redis or Valkey server. What belongs to a session has its host between braces, so that a cluster keeps it on one
// node.

interface RedisKeys {
  /** `kind`: `fields`, `facts`, `inputs`, `hints`. */
  session(host: string, kind: string): string;
  answer(host: string, name: string): string;
  /** The host that it was given to. */
  code(code: string): string;
  /** The label of a device. */
  label(device: string): string;
  /** The device that has a label. */
  labelOwner(label: string): string;
}

/** @param prefix Before every key. */
export const redisKeys = (prefix: string): RedisKeys => ({
  session: (host, kind) => `${prefix}{${host}}:${kind}`,
  answer: (host, name) => `${prefix}{${host}}:answer:${name}`,
  code: (code) => `${prefix}code:${code}`,
  label: (device) => `${prefix}label:${device}`,
  labelOwner: (label) => `${prefix}label-of:${label}`,
});
