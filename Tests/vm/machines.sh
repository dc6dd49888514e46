# shellcheck shell=bash
# Sourced after Tests/queue.sh: the virtual machines as jobs.
vm=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

# The longest first: short ones fill the end.
# shellcheck disable=SC2034  # For who sources this.
machines=(package debian13 service state faults doctor kms display pacing suspend touchscreens panels clients midi touch cost)

machine_preparations() {
    job kernel "" check kernel "there is a kernel for the virtual machines" "$vm/setup"
    # After the job that builds the release, if there is one.
    job layer "release kernel" \
        check layer "the virtual machines can have the release build" "$vm/layer"
}

machine_jobs() { # name…
    local name
    for name; do
        case $name in
        package)
            debian_jobs
            job vm-package debian machine_package
            ;;
        debian13)
            debian_jobs
            # It has the next version from the other.
            job debian13 "debian" \
                check debian13 "there is a bare Debian 13 to install them in" "$vm/debian" amd64 trixie
            job vm-debian13 debian13 machine_debian13
            ;;
        *) job "vm-$name" layer "machine_$name" ;;
        esac
    done
}

debian_jobs() {
    [ -z "${job_command[packages]:-}" ] || return 0
    job packages "release" \
        check packages "the Debian packages are made" make_packages
    job lintian "packages" \
        check lintian "lintian finds no fault in the packages" lint_packages amd64
    job debian "packages kernel" \
        check debian "there is a bare Debian to install them in" "$vm/debian" amd64 bookworm
}

# Packed fast: the tests need no small ones.
make_packages() { # option…
    DPKG_DEB_COMPRESSOR_TYPE=gzip DPKG_DEB_COMPRESSOR_LEVEL=1 \
        "$vm/../../systemd/package" --built "$@"
}

lint_packages() { # architecture
    lintian --fail-on error,warning "$vm"/../../.build/packages/glassfader_*_"$1".changes
}

# machine NAME BOOT'S ARGUMENTS…: one that left no result has failed, whatever it said before. A
# result of failure needs a check that says what failed.
machine() {
    local name=$1 status=0 out=$vm/../../.build-vm/out/$1 began
    began=$(now)
    shift
    LAYERS=${LAYERS:-glassfader} "$vm/boot" "$name" "$@" 2> "${logs:?}/vm-$name.log" || status=$?
    if [ -f "$out/results" ]; then
        cat "$out/results"
        count passed "$(grep -c '^ok' "$out/results")"
        count failed "$(grep -c '^not ok' "$out/results")"
    fi
    if { [ $status -ne 0 ] && ! grep -qs '^not ok' "$out/results"; } ||
        ! grep -qs '^ok' "$out/results"; then
        not_ok "the machine $name runs to its end (status $status)" "$began"
        tail -n 40 "$logs/vm-$name.log" "$out"/{console.log,qemu.log,daemon.log} 2> /dev/null |
            sed 's/^/# /' || true
    fi
}

card=(-device "virtio-gpu-pci,xres=800,yres=480")

machine_touch() { machine touch "$vm/guest-touch" "${card[@]}"; }

machine_display() {
    VIEWED=gpu machine display "$vm/guest-display" \
        -device virtio-gpu-pci,id=gpu,xres=800,yres=480 \
        -device bochs-display,id=bochs -device cirrus-vga,id=cirrus
}

machine_touchscreens() { machine touchscreens "$vm/guest-touchscreens"; }

machine_faults() { machine faults "$vm/guest-faults" -device bochs-display; }

machine_pacing() {
    SLEEP=off machine pacing "$vm/guest-pacing" -device bochs-display,vgamem=32M
}

machine_cost() { SLEEP=off machine cost "$vm/guest-cost"; }

# Its hardware's clock goes by the same time as its own.
machine_suspend() { machine suspend "$vm/guest-suspend" -device bochs-display -rtc clock=vm; }

machine_clients() { machine clients "$vm/guest-clients"; }

machine_midi() { machine midi "$vm/guest-midi"; }

machine_state() { machine state "$vm/guest-state"; }

machine_service() {
    AUDIT=1 APPEND="vm.test=$vm/guest-service systemd.unit=vmtest.target systemd.show_status=0" \
        LAYERS=systemd:glassfader machine service /lib/systemd/systemd "${card[@]}"
}

machine_doctor() {
    APPEND="vm.test=$vm/guest-doctor systemd.unit=vmtest.target systemd.show_status=0" \
        LAYERS=systemd:glassfader machine doctor /lib/systemd/systemd "${card[@]}"
}

machine_panels() {
    APPEND="vm.test=$vm/guest-panels systemd.unit=vmtest.target systemd.show_status=0" \
        LAYERS=systemd:glassfader machine panels /lib/systemd/systemd \
        -device virtio-gpu-pci,id=left,xres=800,yres=480 \
        -device bochs-display,id=right,xres=640,yres=480
}

# As a builder has it: Debian, and what apt installs. Boots twice.
machine_package() { installed package bookworm; }
machine_debian13() { installed debian13 trixie; }

installed() { # machine release
    APPEND="vm.test=$vm/guest-package systemd.wants=vmtest.service" \
        ROOT=$(readlink -f "$vm/../..")/.build-vm/$2 \
        LAYERS=test DISK=2G machine "$1" /lib/systemd/systemd "${card[@]}"
}

# A Cortex-A72.
machine_arm64() {
    ARCHITECTURE=arm64 ROOT=$(readlink -f "$vm/../..")/.build-vm/arm64/bookworm LAYERS=glassfader-arm64 \
        machine arm64 "$vm/guest-touch" "${card[@]}"
}

machine_arm64_package() {
    ARCHITECTURE=arm64 APPEND="vm.test=$vm/guest-package systemd.wants=vmtest.service" \
        ROOT=$(readlink -f "$vm/../..")/.build-vm/arm64/bookworm LAYERS=test DISK=2G \
        machine arm64-package /lib/systemd/systemd "${card[@]}"
}

# The second virtio-gpu is mounted turned: connectors are numbered in the order of their cards.
machine_kms() {
    APPEND="video=Virtual-2:panel_orientation=right_side_up" machine kms "$vm/guest-kms" \
        -device virtio-gpu-pci,id=panel,xres=800,yres=480 \
        -device virtio-gpu-pci,id=turned,xres=480,yres=800 \
        -device bochs-display,id=bochs -device cirrus-vga,id=cirrus
}
