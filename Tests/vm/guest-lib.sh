# shellcheck shell=bash
# Sourced by a test that runs in the guest.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb

# What PID 1 has to mount when it is not systemd.
mount_essentials() {
    mkdir -p /dev/pts /dev/shm
    mount -t devpts devpts /dev/pts
    mount -t tmpfs -o mode=1777 shm /dev/shm
    mount -t tmpfs -o mode=755 run /run
}

# A module of Tests/vm/modules in place of the kernel's own.
insert_patched() { # module
    local path
    path=$(tr ' ' '\n' < /proc/cmdline | sed -n 's/^vm\.modules=//p')/patched/$1.ko
    modinfo -F depends "$path" | tr , '\n' | xargs modprobe -a
    insmod "$path"
}

# PID 1 must not end (that is a panic), and after the power is off no program can be started.
power_off() { # result
    echo "$1" > /out/result
    sync
    # The test may have unmounted it.
    [ -e /proc/sysrq-trigger ] || mount -t proc proc /proc
    # QEMU ends with a reboot. A kernel for ARM does not switch off by itself here.
    echo b > /proc/sysrq-trigger
    while :; do :; done
}

# The clock does not wait for files (SLEEP=off): the daemon's are read beforehand.
read_daemon() {
    { echo /usr/libexec/glassfaderd; ldd /usr/libexec/glassfaderd | grep -o '/[^ ]*'; } |
        xargs cat > /dev/null
}
