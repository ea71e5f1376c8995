// A touch screen may lose a finger for a moment: it lifts, and is back. Within 60 ms of a lift and near it, a contact is the same finger, so that
// one touch is not two presses. A mouse has no such contacts.

const SAME_FINGER_MS = 60;
const NEAR_CSS_PX = 24;

export interface Contact {
  readonly pointerId: number;
  readonly clientX: number;
  readonly clientY: number;
  /** In ms. */
  readonly timeStamp: number;
}

interface SameFinger {
  /** Returns true for a finger that is back. */
  down(contact: Contact): boolean;
  /** Returns true for the lift of such a finger. */
  up(contact: Contact): boolean;
}

export function createSameFinger(): SameFinger {
  let lifts: readonly Contact[] = [];
  const back = new Set<number>();
  return {
    down(contact) {
      lifts = lifts.filter(({ timeStamp }) => contact.timeStamp - timeStamp <= SAME_FINGER_MS);
      const same = lifts.some((lift) => isNear(lift, contact));
      if (same) back.add(contact.pointerId);
      else back.delete(contact.pointerId);
      return same;
    },
    up(contact) {
      lifts = [...lifts, contact];
      return back.delete(contact.pointerId);
    },
  };
}

const isNear = (a: Contact, b: Contact): boolean =>
  Math.abs(a.clientX - b.clientX) <= NEAR_CSS_PX && Math.abs(a.clientY - b.clientY) <= NEAR_CSS_PX;

/** Keeps the contacts of a finger that is back, and the click that follows them, from everything on the page. */
export function ignoreLostFingers(page: Pick<Window, 'addEventListener'>): void {
  const fingers = createSameFinger();
  let skips_click = false;
  const hide = (event: Event): void => event.stopImmediatePropagation();
  const onLift = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') return;
    skips_click = fingers.up(event);
    if (skips_click) hide(event);
  };
  page.addEventListener(
    'pointerdown',
    (event) => {
      skips_click = false;
      if (event.pointerType !== 'mouse' && fingers.down(event)) hide(event);
    },
    true,
  );
  page.addEventListener('pointerup', onLift, true);
  page.addEventListener('pointercancel', onLift, true);
  page.addEventListener('click', (event) => skips_click && hide(event), true);
}
