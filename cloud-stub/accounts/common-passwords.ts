// Common passwords from lists of breached ones, which attackers try first. Loaded on first use.

let known: Promise<ReadonlySet<string>> | null = null;

/** Returns the passwords in lower case. */
export const commonPasswords = (): Promise<ReadonlySet<string>> => (known ??= load());

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((each) => each.toLowerCase()));
}
