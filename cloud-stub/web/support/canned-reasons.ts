// Frequent reasons of support as starting text; support edits each before sending it.

interface CannedReason {
  readonly title: string;
  /** Support replaces the parts in brackets. */
  readonly text: string;
}

export const CANNED_REASONS: readonly CannedReason[] = [
  {
    title: 'It fails',
    text: 'It fails when it is played:\n\n[what happens, and after which putts]',
  },
  {
    title: 'The description says too little',
    text: 'The description should say what one does and what counts, so that a user who has never seen it knows whether to install it.',
  },
  {
    title: 'It is too like another',
    text: 'It does what [code] does already. Say in the description what is different, or make it more so.',
  },
  {
    title: 'It can’t be read on the screen',
    text: 'Parts of it can’t be read on the screen of a device at a putting distance: [which ones]. Letters of 18 and more can.',
  },
  {
    title: 'Somebody else’s work or name',
    text: 'It uses [what], which belongs to another person. Take it out, or show us that you may.',
  },
  {
    title: 'Not for everybody',
    text: 'It has words or pictures in it that are not for everybody: [which ones]. It can stay as it is for those who have its code.',
  },
];

/** Returns the reason at a requested index; undefined if none. */
export const cannedReason = (asked: string | null): CannedReason | undefined =>
  asked !== null && /^\d{1,2}$/.test(asked) ? CANNED_REASONS[Number(asked)] : undefined;

const PLACEHOLDERS: readonly string[] = CANNED_REASONS.flatMap(({ text }) => text.match(/\[[^\]]*\]/g) ?? []);

/** Returns a placeholder that is still in a reason; null if none. */
export const placeholderIn = (reason: string): string | null =>
  PLACEHOLDERS.find((placeholder) => reason.includes(placeholder)) ?? null;
