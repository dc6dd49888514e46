#!/bin/busybox sh
# shellcheck shell=dash
# The initramfs: the host's root, read-only over 9p, under a tmpfs overlay; then vm.init as PID 1.
#
# On the kernel's command line:
#   vm.init=PATH        what becomes PID 1
#   vm.modules=FOLDER   the host's folder that holds lib/modules
#   vm.checkout=FOLDER  where the share "checkout" is mounted, if the root does not have it
#   vm.disk=SIZE        if there is one, a disk takes what is written, and not the memory
#   vm.layers=a:b       folders of the share "layers", laid over the root; the first wins
#   vm.NAME=VALUE       anything else is for the test
b=/bin/busybox
$b mount -t proc proc /proc
$b mount -t devtmpfs dev /dev
$b mount -t sysfs sys /sys
die() { echo "initramfs: cannot $*"; $b poweroff -f; }

for word in $($b cat /proc/cmdline); do
    case $word in
    vm.init=*) vm_init=${word#*=} ;;
    vm.modules=*) vm_modules=${word#*=} ;;
    vm.checkout=*) vm_checkout=${word#*=} ;;
    vm.disk=*) vm_disk=${word#*=} ;;
    vm.layers=*) vm_layers=${word#*=} ;;
    esac
done

insert() { # file with their names
    while read -r module; do $b insmod "/modules/$module" || die "insert $module"; done < "/modules/$1"
}
insert order

# cache=loose: the shares do not change while the guest runs, and uncached starts of a program take
# ten times as long. What the guest hands out, /out, must not be cached.
share=trans=virtio,version=9p2000.L,msize=512000
$b mount -t 9p -o ro,$share,cache=loose root /ro || die "mount the root share"
if [ -n "$vm_disk" ]; then
    insert order.disk
    $b mount -t ext4 /dev/vda /rw || die "mount the disk"
else
    $b mount -t tmpfs -o mode=755 rw /rw
fi
$b mkdir -p /rw/upper /rw/work
lower=/ro
if [ -n "$vm_layers" ]; then
    $b mount -t 9p -o ro,$share,cache=loose layers /layers || die "mount the layers"
    lower=
    IFS=:
    for layer in $vm_layers; do lower=$lower/layers/$layer:; done
    unset IFS
    lower=$lower/ro
fi
$b mount -t overlay -o "lowerdir=$lower,upperdir=/rw/upper,workdir=/rw/work" root /root ||
    die "lay the overlay"
modules=/ro$vm_modules
if [ -n "$vm_checkout" ]; then
    $b mkdir -p "/root$vm_checkout"
    $b mount -t 9p -o ro,$share,cache=loose checkout "/root$vm_checkout" || die "mount the checkout"
    modules=/root$vm_modules
fi
kernel=$($b uname -r)
$b mkdir -p "/root/lib/modules/$kernel" /root/out
$b mount -o bind "$modules/lib/modules/$kernel" "/root/lib/modules/$kernel" ||
    die "find the modules"
$b mount -t 9p -o $share,cache=none out /root/out || die "mount the results' share"

# With this file systemd believes itself in a container, and ignores the kernel's command line.
$b rm -f /root/.dockerenv
for folder in dev proc sys; do $b mount --move /$folder /root/$folder; done
exec $b switch_root /root "$vm_init"
