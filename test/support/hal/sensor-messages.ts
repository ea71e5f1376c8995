// Filters the messages of the sensor line by kind.

import type { Message } from '../../../hal/sensor/messages.ts';

export const isOf = <K extends Message['kind']>(kind: K, message: Message): message is Message & { kind: K } =>
  message.kind === kind;
