# shellcheck shell=bash
# Sourced by Tests/run: the programs for 64-bit ARM beside those of this machine, under an emulated
# processor. Config/cross-arm64 builds them.
arm64=$PWD/.build-arm64

# Building takes long only the first time: it begins early.
arm64_build() { check arm64-build "the programs for ARM have no warnings" quietly Config/cross-arm64; }

arm64_jobs() {
    job arm64-demo "release arm64-build" check arm64-demo \
        "the demo's events and picture are the same on ARM" arm64_demo
    job arm64-pictures "release arm64-build" check arm64-pictures \
        "the gallery and the example look the same on ARM, in all usual sizes" arm64_pictures
    job arm64-tests-build "arm64-build" check arm64-tests-build \
        "the tests for ARM have no warnings" quietly Config/cross-arm64 --tests
    job arm64-tests "arm64-tests-build" test_arm64
    job arm64-kernel "" check arm64-kernel "there is a kernel for ARM" "${vm:?}/setup" arm64
    job arm64-layer "arm64-build arm64-kernel" check arm64-layer "the machine can have the programs" \
        "$vm/layer" arm64
    job arm64-packages "arm64-build release" check arm64-packages "the Debian packages for ARM are made" \
        make_packages --arch arm64
    job arm64-lintian "arm64-packages" \
        check arm64-lintian "lintian finds no fault in the packages for ARM" lint_packages arm64
    job arm64-debian "arm64-packages arm64-kernel" check arm64-debian \
        "there is a bare Debian for ARM to install them in" "$vm/debian" arm64 bookworm
    job vm-arm64 "arm64-layer arm64-debian" machine_arm64
    job vm-arm64-package "arm64-debian" machine_arm64_package
    # What is compared with this machine's.
    [ -n "${job_command[layer]:-}" ] || machine_preparations
    [ -n "${job_command[vm-touch]:-}" ] || machine_jobs touch
    job arm64-screens "vm-arm64 vm-touch" check arm64-screens \
        "the screen of the Cortex-A72 shows what that of this machine shows, before and after a drag" \
        arm64_screens
}

# As QEMU sees them.
arm64_screens() {
    local picture out=${vm:?}/../../.build-vm/out
    for picture in before after; do
        cmp "$out/touch/$picture.ppm" "$out/arm64/$picture.ppm" || return
    done
}

# Runs a program of a folder of Config/cross-arm64: on_arm64 FOLDER PROGRAM ARGUMENT…
on_arm64() { qemu-aarch64-static -L "$arm64/$1" "${@:2}"; }

# As fast as it can be: at its own speed, an emulated processor that is busy with something else falls
# behind, and subscribers then hear only of the last of several movements.
arm64_demo() {
    local folder=${logs:?}/arm64-demo
    mkdir -p "$folder"/{here,arm}
    (cd "$folder/here" && "$OLDPWD/.build/release/glassfaderd" --demo --replay-speed max > events) || return
    (cd "$folder/arm" &&
        on_arm64 sysroot "$arm64/release/glassfaderd" --demo --replay-speed max > events) || return
    # Two runs are never at the same time.
    sed -i 's/,"t":[0-9]*}$/}/' "$folder"/*/events
    [ "$(wc -l < "$folder/arm/events")" -gt 1000 ] && diff -r "$folder/here" "$folder/arm"
}

arm64_pictures() {
    local folder=${logs:?}/arm64-pictures
    pictures "$folder/here" "$PWD/.build/release/glassfader" || return
    pictures "$folder/arm" on_arm64 sysroot "$arm64/release/glassfader" || return
    [ "$(find "$folder/arm" -name '*.png' | wc -l)" -gt 50 ] && diff -r "$folder/here" "$folder/arm"
}

# All pages, and what the tool says of them: the gallery is too long for some of the sizes.
pictures() { # folder command…
    local panel status panels=$PWD/Config
    mkdir -p "$1"
    cd "$1" || return
    for panel in gallery mixer; do
        status=0
        "${@:2}" check --render-all "$panel" "$panels/$panel.toml" >> said 2>> errors || status=$?
        echo "$panel: $status" >> said
    done
    cd "$OLDPWD" || return
}

# Those targets whose tests start no program and need no kernel of the same machine. Left out are those
# that repeat something many times, as the emulated processor takes forty times as long, and those of
# the kernel's own files and leases, as its emulator is not Linux.
test_arm64() {
    local target filters=()
    for target in Bridge Controls DRM Drawing Evdev EventLoop Files Layers Panel PanelProtocol StateStore
    do
        filters+=(--filter "^${target}Tests")
    done
    counted_tests arm64 on_arm64 runtime -E "LD_LIBRARY_PATH=$arm64/swift/swift/linux" \
        "$arm64/debug/glassfaderPackageTests.xctest" --testing-library swift-testing --no-parallel \
        "${filters[@]}" \
        --skip '[Rr]andom|BuildCostTests|FileLimitTests|OptionEffectTests|OutboxTests|stale pixels|the reason|size zero|for a moment|a folder in place'
}
