// The serial protocol: answers the host, sends swings until they are acknowledged, and beats once a second.

#ifndef LINK_H
#define LINK_H

#include "gates.h"

enum { ERROR_OVERRUN = 1, ERROR_BLOCKED_AT_START = 2 };

void link_start(void);
// Queues a swing. With a full queue the oldest one is lost, and counted as an overrun.
void link_swing(const struct swing *swing);
void link_overrun(void);
// Queues a text for the log, or an error with its code, unless the same one waits. The text must stay valid.
void link_log(uint8_t level, const char *text);
void link_error(uint8_t code, const char *text);
// Takes the bytes that have arrived.
void link_receive(void);
// Sends what is due. Returns true while bytes wait for the transmitter.
bool link_step(uint32_t now);

#endif
