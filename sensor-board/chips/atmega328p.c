// ATmega328P at 16 MHz. Pins: PD2 to PD7 = LA RA LB RB LD RD, PB0 PB1 = HA HB (high = covered), PC0 = ambient light,
// PC1 = emitters, PD0 PD1 = serial at 250,000 baud, which divides 16 MHz exactly.
// The interrupt stores the timer and the pins, nothing else. Its registers are its own (-ffixed-rN) and it changes no
// flag, so it saves nothing. Everything else is polled: the other interrupts only end the sleep.

#include "../core/board.h"
#include "../core/chip.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#define BAUD_DIVISOR (F_CPU / 16 / 250000 - 1)
#define WAKE_COUNTS 0xc000u // 3.07 ms: an edge is read before the timer wraps
// From an edge to the timer's value: 4 to enter, 3 to jump, 3 to read, and 0 to 11 until the interrupt is taken (the
// instruction in progress, the end of the sleep, another interrupt). Edges of two gates less than 40 counts apart share
// a stamp, or wait for the end of the interrupt: at most 24 off.
#define LATENCY_COUNTS 16
#define PIN_CHANGES (_BV(PCIE0) | _BV(PCIE2))
#define HEAD GPIOR0 // where the interrupt writes next, and where to read next, in the ring
#define TAIL GPIOR1

// Entries of timer low, timer high, pins D, pins B. A page of its own: the low byte of the address wraps.
uint8_t ring[256] __attribute__((aligned(256)));
static uint32_t overflows;
static uint8_t reset_flags __attribute__((section(".noinit")));
static uint16_t adc[2]; // ambient, temperature

ISR(PCINT0_vect, ISR_NAKED) {
  asm volatile("movw r2, r30\n lds r4, %[low]\n lds r5, %[high]\n"
               "ldi r30, %[changes]\n out %[pcifr], r30\n" // of both ports, before their pins are read
               "in r6, %[pind]\n in r7, %[pinb]\n"
               "in r30, %[head]\n ldi r31, hi8(ring)\n"
               "st Z+, r4\n st Z+, r5\n st Z+, r6\n st Z+, r7\n"
               "out %[head], r30\n in r4, %[tail]\n cpse r30, r4\n rjmp 1f\n"
               "ldi r30, 0\n sts %[pcicr], r30\n" // full: no more edges until the ring is read
               "1: movw r30, r2\n reti\n" ::[low] "n"(_SFR_MEM_ADDR(TCNT1L)),
               [high] "n"(_SFR_MEM_ADDR(TCNT1H)), [pcifr] "I"(_SFR_IO_ADDR(PCIFR)), [pind] "I"(_SFR_IO_ADDR(PIND)),
               [pinb] "I"(_SFR_IO_ADDR(PINB)), [pcicr] "n"(_SFR_MEM_ADDR(PCICR)), [head] "I"(_SFR_IO_ADDR(HEAD)),
               [tail] "I"(_SFR_IO_ADDR(TAIL)), [changes] "M"(PIN_CHANGES));
}
ISR(PCINT2_vect, ISR_ALIASOF(PCINT0_vect));
EMPTY_INTERRUPT(TIMER1_COMPA_vect)
EMPTY_INTERRUPT(USART_RX_vect) // these two: again and again until they are off
EMPTY_INTERRUPT(USART_UDRE_vect)

// The interrupt shares the timer's hidden byte: read again if it came in between.
static uint16_t timer(void) {
  uint8_t before = HEAD;
  uint16_t low = TCNT1;
  return before == HEAD ? low : timer();
}

uint32_t chip_now(void) {
  uint16_t low = timer();
  if (!(TIFR1 & _BV(TOV1)))
    return overflows << 16 | low;
  TIFR1 = _BV(TOV1);
  return ++overflows << 16 | timer();
}

bool chip_edge(struct edge *edge) {
  if (TAIL == HEAD)
    return false;
  const uint8_t *entry = ring + TAIL;
  uint32_t now = chip_now();
  edge->at = now - (uint16_t)((uint16_t)now - (entry[0] | (uint16_t)entry[1] << 8)) - LATENCY_COUNTS;
  edge->covered = entry[2] >> 2 | entry[3] << 6;
  TAIL += 4;
  return true;
}

bool chip_edges_lost(void) {
  if (PCICR)
    return false;
  TAIL = HEAD;
  PCICR = PIN_CHANGES;
  return true;
}

uint8_t chip_covered(void) { return PIND >> 2 | PINB << 6; }
void chip_emitters(bool on) { PORTC = on ? _BV(PC1) : 0; }
uint8_t chip_memory_read(uint16_t at) { return eeprom_read_byte((const uint8_t *)at); }
bool chip_memory_is_ready(void) { return eeprom_is_ready(); }
void chip_memory_write(uint16_t at, uint8_t value) { eeprom_update_byte((uint8_t *)at, value); }
bool chip_has_received(void) { return UCSR0A & _BV(RXC0); }
uint8_t chip_receive(void) { return UDR0; }
bool chip_can_send(void) { return UCSR0A & _BV(UDRE0); }
void chip_send(uint8_t byte) { UDR0 = byte; }
void chip_kick_watchdog(void) { wdt_reset(); }
uint16_t chip_ambient(void) { return adc[0] << 6; }
// 1 mV a degree, 314 mV at 25 degrees, of 1100 mV; a chip may be 10 degrees off.
int16_t chip_temperature_dc(void) { return (int16_t)((uint32_t)adc[1] * 11000 / 1024) - 2890; }

uint8_t chip_reset_cause(void) {
  return reset_flags & _BV(PORF) ? 0 : reset_flags & _BV(WDRF) ? 1 : reset_flags & _BV(BORF) ? 3 : 2;
}

// A watchdog reset leaves the watchdog on.
__attribute__((naked, used, section(".init3"))) void stop_watchdog(void) {
  reset_flags = MCUSR;
  MCUSR = 0;
  wdt_disable();
}

static void start(void) {
  wdt_enable(WDTO_250MS);
  DDRC = _BV(PC1);
  TCCR1B = _BV(CS10);
  TIMSK1 = _BV(OCIE1A);
  PCMSK0 = 0x03;
  PCMSK2 = 0xfc;
  PCICR = PIN_CHANGES;
  UBRR0 = BAUD_DIVISOR;
  UCSR0B = _BV(RXEN0) | _BV(TXEN0);
  ADCSRA = _BV(ADEN) | 7; // 125 kHz
  sleep_enable();
  sei();
}

// Ambient light and temperature in turn, against 1.1 V.
static void measure(void) {
  static uint8_t channel;
  if (ADCSRA & _BV(ADSC))
    return;
  adc[channel] = ADC, channel ^= 1;
  ADMUX = _BV(REFS1) | _BV(REFS0) | (channel ? 8 : 0);
  ADCSRA |= _BV(ADSC);
}

// An edge after the last check is read at the next wake.
static void sleep(bool sending) {
  OCR1A = timer() + WAKE_COUNTS;
  UCSR0B |= sending ? _BV(RXCIE0) | _BV(UDRIE0) : _BV(RXCIE0);
  if (TAIL == HEAD)
    sleep_cpu();
  UCSR0B = _BV(RXEN0) | _BV(TXEN0);
}

int main(void) {
  start();
  for (board_start();; measure())
    sleep(board_step());
}
