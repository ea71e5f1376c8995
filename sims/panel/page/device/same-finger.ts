// Touch screens may briefly lose a finger. A contact within 60 ms of a lift and near it counts as the same finger, so
// that one touch is not two presses. Does not apply to a mouse.

const SAME_FINGER_MS = 60;
const NEAR_CSS_PX = 24;

export interface Contact {
  readonly pointerId: number;
  readonly clientX: number;
  readonly clientY: number;
  /** Time in ms. */
  readonly timeStamp: number;
}

interface SameFinger {
  /** Returns true if the finger has returned. */
  down(contact: Contact): boolean;
  /** Returns true for the lift of a returned finger. */
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

/** Hides contacts of a returned finger, and the click that follows them, from the whole page until `signal`. */
export function ignoreLostFingers(page: Pick<Window, 'addEventListener'>, signal: AbortSignal): void {
  const first = { capture: true, signal };
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
    first,
  );
  page.addEventListener('pointerup', onLift, first);
  page.addEventListener('pointercancel', onLift, first);
  page.addEventListener('click', (event) => skips_click && hide(event), first);
}
