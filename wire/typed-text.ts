// What is typed on a keyboard with letters, as it goes from whoever has one to the page on which something is typed.

/** Takes the letter before it away. */
export const BACKSPACE = '\b';
/** At once. */
export const TEXT_CHARS_MAX = 64;

export const isTypedText = (text: unknown): text is string =>
  typeof text === 'string' && text !== '' && Array.from(text).length <= TEXT_CHARS_MAX;

/** Whether a text comes at once, and not key by key; a composed accent is one letter, and no paste deletes. */
export const isPasted = (text: string): boolean =>
  Array.from(text.normalize('NFC')).length > 1 && !text.includes(BACKSPACE);

/** Whether a text only deletes letters, and types none. */
export const onlyDeletes = (text: string): boolean => Array.from(text).every((character) => character === BACKSPACE);
