// Passwords that are tried first, from lists of those that were found in breaches; loaded when the first one is looked at.

let known: Promise<ReadonlySet<string>> | null = null;

/** In lower case. */
export const commonPasswords = (): Promise<ReadonlySet<string>> => (known ??= load());

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((each) => each.toLowerCase()));
}
