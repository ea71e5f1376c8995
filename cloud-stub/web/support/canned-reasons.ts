// Frequent reasons of support as starting text; support edits each before sending it.

interface CannedReason {
  readonly title: string;
  /** Support replaces the parts in brackets. */
  readonly text: string;
}

export const CANNED_REASONS: readonly CannedReason[] = [
  {
    title: 'It fails',
    text: 'It fails during play:\n\n[what happens, and after which putts]',
  },
  {
    title: 'The description is too short',
    text: 'The description should say what the player does and what counts, so that a user who has never seen it knows whether to install it.',
  },
  {
    title: 'Too similar to another',
    text: 'It does the same as [code]. Describe what is different, or make it more distinct.',
  },
  {
    title: 'Not readable on the screen',
    text: 'Parts of it can’t be read on the device’s screen from a putting distance: [which ones]. Text of size 18 or more can.',
  },
  {
    title: 'Someone else’s work or name',
    text: 'It uses [what], which belongs to someone else. Remove it, or show us that you may use it.',
  },
  {
    title: 'Not for everyone',
    text: 'It contains words or pictures that are not suitable for everyone: [which ones]. It can stay available to those who have its code.',
  },
];

/** Returns the reason at a requested index; undefined if none. */
export const cannedReason = (index: string | null): CannedReason | undefined =>
  index !== null && /^\d{1,2}$/.test(index) ? CANNED_REASONS[Number(index)] : undefined;

const PLACEHOLDERS: readonly string[] = CANNED_REASONS.flatMap(({ text }) => text.match(/\[[^\]]*\]/g) ?? []);

/** Returns a placeholder that is still in a reason; null if none. */
export const placeholderIn = (reason: string): string | null =>
  PLACEHOLDERS.find((placeholder) => reason.includes(placeholder)) ?? null;
