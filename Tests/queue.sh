# shellcheck shell=bash
# Sourced by a script that runs tests as jobs, two at a time.
#
# A job is a function that reports each test by ok, not_ok, skip or check. What it prints is printed
# as one block when it has ended, in the order in which the jobs were declared.
#
# Environment:
#   JOBS   how many jobs run at a time (2)

# open_queue FOLDER: empties the folder, which takes the logs. From then on the script ends with the
# sum of the tests as its last line, and with status 1 if one failed, however it comes to its end.
logs=
open_queue() {
    logs=$1
    rm -rf "$logs"
    mkdir -p "$logs/jobs"
    : > "$logs/counts"
    trap close_queue EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
}

close_queue() {
    local name status=$?
    trap '' INT TERM HUP
    stop_jobs
    # Those that were ended early too.
    for name in "${queue[@]:printed}"; do cat "$logs/jobs/$name" 2> /dev/null || true; done
    [ $status -eq 0 ] || not_ok "${0##*/} itself ran to its end (status $status)"
    [ "$(counted skipped)" -eq 0 ] || echo "# $(counted skipped) skipped"
    echo "$(counted passed) passed, $(counted failed) failed"
    [ "$(counted failed)" -eq 0 ] || exit 1
}

# Reporting, in a job or outside

# One line each; a second argument is when the test began (now), and the line says how long it took.
ok() { count passed; echo "ok - $1${2:+ ($(seconds_since "$2"))}"; }
not_ok() { count failed; echo "not ok - $1${2:+ ($(seconds_since "$2"))}"; }
skip() { count skipped; echo "skipped - $1"; }

# check LOG SENTENCE COMMAND…: one test, whose output is seen only when it fails.
check() {
    local log=$logs/$1.log sentence=$2 began
    began=$(now)
    shift 2
    if "$@" > "$log" 2>&1; then
        ok "$sentence" "$began"
    else
        not_ok "$sentence" "$began"
        tail -n 40 "$log" | sed 's/^/# /'
        return 1
    fi
}

# In a file, so that a job that crashes takes none of its tests along.
count() { echo "$1 ${2:-1}" >> "$logs/counts"; } # passed|failed|skipped [number]
counted() { awk -v what="$1" '$1 == what { sum += $2 } END { print sum + 0 }' "$logs/counts"; }

# In microseconds, whatever the decimal point.
now() { echo "${EPOCHREALTIME//[^0-9]/}"; }
seconds_since() { awk -v from="$1" -v to="$(now)" 'BEGIN { printf "%.1f s", (to - from) / 1e6 }'; }

# The queue

queue=() printed=0
declare -A job_needs job_command job_began job_process job_ended

# job NAME NEEDS COMMAND…: declares a job. NEEDS, one word, are jobs that end before it starts;
# if one fails, this is skipped. One with a question mark is waited for, and may fail. Needs that
# nobody has declared are none; the others come first.
job() {
    [ -z "${job_command[$1]:-}" ] || { echo "there are two jobs $1" >&2; return 1; }
    queue+=("$1")
    job_needs[$1]=$2
    job_command[$1]=$(printf '%q ' "${@:3}")
}

run_jobs() {
    local name running
    while :; do
        running=0
        for name in "${queue[@]}"; do
            if is_running "$name"; then
                if kill -0 "${job_process[$name]}" 2> /dev/null; then
                    running=$((running + 1))
                else
                    end "$name"
                fi
            fi
        done
        for name in "${queue[@]}"; do
            if [ "$running" -lt "${JOBS:-2}" ] && may_start "$name"; then
                start "$name"
                running=$((running + 1))
            fi
        done
        while [ "$printed" -lt ${#queue[@]} ] && [ -n "${job_ended[${queue[printed]}]:-}" ]; do
            cat "$logs/jobs/${queue[printed]}"
            printed=$((printed + 1))
        done
        [ "$running" -gt 0 ] || return 0
        # Looked at now and then: `wait -n` misses what ends beside another.
        sleep 0.2
    done
}

is_running() { [[ -n ${job_process[$1]:-} && -z ${job_ended[$1]:-} ]]; }

# Skips it as well, if that is what it comes to.
may_start() {
    local need name
    [ -z "${job_began[$1]:-}" ] || return 1
    for need in ${job_needs[$1]}; do
        name=${need%\?}
        [ -n "${job_command[$name]:-}" ] || continue
        case ${job_ended[$name]:-} in
        "") return 1 ;;
        failed)
            [ "$need" = "$name" ] || continue
            job_began[$1]=$(now)
            job_ended[$1]=failed
            skip "the job $1: $need has failed" > "$logs/jobs/$1"
            return 1
            ;;
        esac
    done
}

# In a process group of its own: what is typed at the terminal interrupts this script alone, which
# then ends the jobs.
start() {
    job_began[$1]=$(now)
    set -m
    perform "$1" < /dev/null > "$logs/jobs/$1" 2>&1 &
    set +m
    job_process[$1]=$!
}

perform() {
    set +m
    times=$logs/jobs/$1.times
    # Not in a pipeline, which would be measured instead.
    trap 'times > "$times"' EXIT
    eval "${job_command[$1]}"
}

end() {
    local status=0 output=$logs/jobs/$1
    wait "${job_process[$1]}" 2> /dev/null || status=$?
    job_ended[$1]=well
    if [ $status -ne 0 ]; then
        job_ended[$1]=failed
        grep -q '^not ok' "$output" || not_ok "the job $1 ends well (status $status)" >> "$output"
    fi
    echo "# $1: $(seconds_since "${job_began[$1]}"), $(processor_time "$1") s of processor time" \
        >> "$output"
}

# As `times` says it: user and system, of the shell and of its children.
processor_time() {
    local times=$logs/jobs/$1.times
    [ -e "$times" ] || times=/dev/null
    awk -F '[ms ]+' '{ sum += 60 * ($1 + $3) + $2 + $4 } END { printf "%.1f", sum }' "$times"
}

# Ends what is still running, with all that it has started.
stop_jobs() {
    local name tenths processes=()
    for name in "${queue[@]}"; do
        is_running "$name" || continue
        mapfile -t -O ${#processes[@]} processes < <(descendants "${job_process[$name]}")
    done
    [ ${#processes[@]} -gt 0 ] || return 0
    kill -TERM "${processes[@]}" 2> /dev/null || true
    for ((tenths = 0; tenths < 50; tenths++)); do
        kill -0 "${processes[@]}" 2> /dev/null || return 0
        sleep 0.1
    done
    kill -KILL "${processes[@]}" 2> /dev/null || true
}

descendants() {
    local child children
    echo "$1"
    read -ra children <<< "$(cat "/proc/$1/task/"*/children 2> /dev/null)"
    for child in "${children[@]}"; do descendants "$child"; done
}
