// The firmware on simavr: `simavr ELF END_CYCLE`, with edges on stdin, a line each: CYCLE CHANNEL COVERED.
// Prints the bytes that the board sends, in hexadecimal.

#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdio.h>
#include <stdlib.h>

#define EDGES 100000
#define CHANNELS 8
#define EMITTERS 1 // pin C1

static struct {
  unsigned long long cycle;
  int channel, covered;
} edges[EDGES];
static size_t count, next;
static avr_irq_t *pins[CHANNELS];
static int covered[CHANNELS], lit;

static void show(int channel) { avr_raise_irq(pins[channel], lit && covered[channel]); }

static avr_cycle_count_t on_edge(avr_t *avr, avr_cycle_count_t when, void *param) {
  (void)when, (void)param;
  while (next < count && edges[next].cycle <= avr->cycle) {
    covered[edges[next].channel] = edges[next].covered;
    show(edges[next++].channel);
  }
  return next < count ? edges[next].cycle : 0;
}

static void on_emitters(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq, (void)param;
  lit = value != 0;
  for (int i = 0; i < CHANNELS; i++)
    show(i);
}

static void on_byte(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq, (void)param;
  printf("%02x", value & 0xff);
}

static void no_sleep(avr_t *avr, avr_cycle_count_t cycles) { (void)avr, (void)cycles; }

int main(int argc, char **argv) {
  elf_firmware_t firmware = {0};
  if (argc != 3 || elf_read_firmware(argv[1], &firmware))
    return 2;
  avr_t *avr = avr_make_mcu_by_name("atmega328p");
  avr_init(avr);
  avr->frequency = firmware.frequency = 16000000;
  avr->log = LOG_ERROR;
  avr->sleep = no_sleep; // sleep costs no time of this machine
  avr_load_firmware(avr, &firmware);
  for (int i = 0; i < 6; i++)
    pins[i] = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), i + 2);
  for (int i = 6; i < CHANNELS; i++)
    pins[i] = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), i - 6);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), EMITTERS), on_emitters, NULL);
  for (int i = 0; i < CHANNELS; i++)
    show(i);
  uint32_t flags = 0;
  avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
  flags &= ~(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_byte, NULL);
  while (count < EDGES && scanf("%llu %d %d", &edges[count].cycle, &edges[count].channel, &edges[count].covered) == 3)
    count++;
  if (count > 0)
    avr_cycle_timer_register(avr, edges[0].cycle, on_edge, NULL);
  unsigned long long end = strtoull(argv[2], NULL, 10);
  while (avr->cycle < end) {
    int state = avr_run(avr);
    if (state == cpu_Done || state == cpu_Crashed)
      return 1;
  }
  printf("\n");
}
