// Files of the site that its scripts load when they are wanted.

/** Returns the address of a file in the same folder as this script. */
export const beside = (name: string): URL => new URL(name, import.meta.url);

/** Fetches an address. @throws An error with one sentence if the request fails or the status is not OK. */
export async function answerOf(address: URL | string): Promise<Response> {
  const answer = await fetch(address).catch(() => null);
  if (!answer) throw new Error('The server did not respond.');
  if (!answer.ok) throw new Error(`The server responded with status ${answer.status}.`);
  return answer;
}
