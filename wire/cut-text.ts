// Shortens text from other systems, which may have any length, for use in a sentence.

/** Returns the text, cut at a word and with an ellipsis if it has more than `chars_max` characters (code points). */
export function cutAtWord(text: string, chars_max: number): string {
  const chars = Array.from(text);
  if (chars.length <= chars_max) return text;
  const room = chars.slice(0, chars_max - 1).join('');
  // Cuts within a word if there is no space near the end.
  const words = /\s/.test(chars[chars_max - 1] ?? '') ? room : room.replace(/\s+\S{0,40}$/, '');
  return `${words.trimEnd()}…`;
}
