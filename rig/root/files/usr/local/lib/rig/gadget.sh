#!/bin/sh
# A boot keyboard at the other end of a USB cable. Here both ends of the cable are this machine's, by dummy_hcd; on a Raspberry Pi the far
# end is a PC.
set -e
modprobe libcomposite
modprobe dummy_hcd
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
mkdir -p /sys/kernel/config/usb_gadget/tapin
cd /sys/kernel/config/usb_gadget/tapin
mkdir -p strings/0x409 configs/c.1 functions/hid.usb0
echo 0x1d6b > idVendor
echo 0x0104 > idProduct
echo tapin > strings/0x409/manufacturer
echo 'tapin keyboard' > strings/0x409/product
echo 0xa0 > configs/c.1/bmAttributes # bus-powered, may wake the PC
echo 1 > functions/hid.usb0/protocol
echo 1 > functions/hid.usb0/subclass
echo 8 > functions/hid.usb0/report_length
echo 1 > functions/hid.usb0/no_out_endpoint
# The report of a boot keyboard: USB HID 1.11, appendix B.1.
printf '\005\001\011\006\241\001\005\007\031\340\051\347\025\000\045\001\165\001\225\010\201\002\225\001\165\010\201\003\225\005\165\001\005\010\031\001\051\005\221\002\225\001\165\003\221\003\225\006\165\010\025\000\045\145\005\007\031\000\051\145\201\000\300' > functions/hid.usb0/report_desc
ln -s functions/hid.usb0 configs/c.1/
ls /sys/class/udc | head -n 1 > UDC
