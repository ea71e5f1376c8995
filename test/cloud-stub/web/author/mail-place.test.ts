// Page texts about mail: that it was sent, or where to read it in a cloud that sends none.

import test from 'ava';
import { ANN } from '../../../support/store/identity-world.ts';
import { author, siteWorld, supporter } from '../../../support/store/site-world.ts';

const NEW = 'ann@new.example';

for (const has_outbox of [true, false])
  test(`[C115] [C116] says that a mail is ${has_outbox ? 'in the outbox' : 'sent'}`, async (t) => {
    const world = await siteWorld(t, { has_outbox });
    const ann = await author(world);
    await ann.open('/account');
    for (const [form, fields] of [
      ['address', { current: ANN.password, email: NEW }],
      ['confirm-address', { email: NEW, code: '000000' }],
    ] as const) {
      await ann.fill(`/account/${form}`, fields);
      const { text } = ann.shown();
      t.is(/We sent a mail to ann@new\.example\./.test(text), !has_outbox, form);
      t.is(/This cloud sends no mail: the mail to ann@new\.example is in the outbox\./.test(text), has_outbox);
      t.is(text.includes('href="/id/outbox"'), has_outbox);
    }
    const sam = await supporter(world);
    await sam.open('/support/people');
    await sam.fill('/support/people', { email: 'pat@example.com', name: 'Pat' });
    t.is(/Invitation sent\. It is valid for a week\./.test(sam.shown().text), !has_outbox);
    t.is(/the invitation is in the outbox\. It is valid for a week\./.test(sam.shown().text), has_outbox);
  });
