// Key names of relays on a Redis or Valkey server. The keys of a session have its host in braces, so that a cluster
// keeps them on one node.

interface RedisKeys {
  /** `kind`: `fields`, `facts`, `inputs`, `hints`. */
  session(host: string, kind: string): string;
  answer(host: string, name: string): string;
  /** Key of the host of a code. */
  code(code: string): string;
  /** Key of the label of a device. */
  label(device: string): string;
  /** Key of the device with this label. */
  labelOwner(label: string): string;
}

/** @param prefix Prefix of every key. */
export const redisKeys = (prefix: string): RedisKeys => ({
  session: (host, kind) => `${prefix}{${host}}:${kind}`,
  answer: (host, name) => `${prefix}{${host}}:answer:${name}`,
  code: (code) => `${prefix}code:${code}`,
  label: (device) => `${prefix}label:${device}`,
  labelOwner: (label) => `${prefix}label-of:${label}`,
});
