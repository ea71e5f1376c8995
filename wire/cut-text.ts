// Shortens a text for a sentence: what others say may be of any length.

/** Returns the text, or its first words and an ellipsis: at most `chars_max` characters (code points). */
export function cutAtWord(text: string, chars_max: number): string {
  const chars = Array.from(text);
  if (chars.length <= chars_max) return text;
  const room = chars.slice(0, chars_max - 1).join('');
  // A text without a space near its end is one long word, which has to be cut.
  const words = /\s/.test(chars[chars_max - 1] ?? '') ? room : room.replace(/\s+\S{0,40}$/, '');
  return `${words.trimEnd()}…`;
}
