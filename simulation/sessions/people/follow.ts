// Makes a detached guest follow its host again.

import { toMenu, type Person } from './person.ts';

export function follow(person: Person): void {
  if (toMenu(person) && person.device.choose('Play together')) person.device.choose('Follow the host: no');
}
