# shellcheck shell=bash
# Runs the built tests, side by side if that changes nothing. Sourced by ./dev, which defines say().

# Tests that measure time or load run alone.
alone='^(TagsTests\.(TapTimeTests|TagWriteTimeTests|TagFaultTests|NFCProgramTests|IdleTests))[./]'
# Tests that draw and read pictures, or wait for a browser. They depend on no clock except their own time limits. They run beside
# the rest, which mostly waits for simulated devices.
beside='^(ProgramTests\.(PeerTests|LendingModelTests)|LabelJobsTests\.ProofMatrixTests|(VirtualHardware|Barcodes|Imaging|LabelDrawing|NDEF|Pictures)Tests\.[^/]+)[./]'

# lane NAME FLAGS…: runs the built tests one after the other, into NAME.log and NAME.xml. Within one process tests never run side by
# side: they would exceed their time limits, and their measurements would be meaningless.
lane() {
  local name=$1
  shift
  # Two lanes share one build folder, which neither changes.
  exec timeout -k 20 "${DEADWAX_TEST_LIMIT:-5h}" swift test --skip-build --ignore-lock --disable-xctest --no-parallel \
    --xunit-output "$name.xml" "$@" </dev/null >"$name.log" 2>&1
}

# timed lane NAME FLAGS…: writes the lane's duration in seconds into NAME.seconds.
timed() {
  local start=$SECONDS status=0
  ("$@") &
  # A signal to this process ends the lane.
  # shellcheck disable=SC2064 # The current number.
  trap "kill $! 2>/dev/null || true" TERM INT
  wait $! || status=$?
  printf '%d\n' $((SECONDS - start)) >"$2.seconds"
  return "$status"
}

# run_lane NAME FLAGS…: runs a lane and prints its lines at once. `swift test` may succeed without any test; that is a failure here.
run_lane() {
  local name=$1 status=0 watcher
  : >"$name.log"
  tail -n +1 -f "$name.log" &
  watcher=$!
  (timed lane "$@") &
  lanes+=($!)
  wait $! || status=$?
  # The last lines are still to be printed.
  sleep 0.3
  kill "$watcher" 2>/dev/null
  wait "$watcher" 2>/dev/null || true
  end_of_lane "$name" "$status"
}

# Prints the closing line of a lane's tests, without colours.
closing_line() { sed 's/\x1b\[[0-9;]*m//g' "$1.log" | grep -E 'Test run with [0-9]+ tests?' | tail -n 1; }

end_of_lane() {
  local closing
  (($2 != 124 && $2 != 137)) || say "dev: the tests were stopped after ${DEADWAX_TEST_LIMIT:-5h}"
  closing=$(closing_line "$1") || true
  (($2 == 0)) || return "$2"
  [[ $closing =~ with\ [1-9][0-9]*\ test.*\ passed ]] || { say "dev: no test ran in ${1##*/}"; return 1; }
}

# await_start NAME PID: waits until the lane of this process runs its first test. `swift test` opens the database of the build before
# that, and ends if another one has it open.
await_start() {
  local end=$((SECONDS + 600))
  until grep -qs 'Test run started' "$1.log" || ! kill -0 "$2" 2>/dev/null || ((SECONDS > end)); do sleep 0.1; done
}

# run_tests FILTER FLAGS…: runs tests in one lane.
run_tests() {
  local filter=$1 status=0
  shift
  begin_lanes
  run_lane "$results/tests" ${filter:+--filter "$filter"} "$@" || status=1
  ((status)) || [[ -n $filter ]] || every_module_ran || status=1
  return "$status"
}

# Runs every test in three lanes, of which two run side by side. Tests that no other lane names are in the second.
run_all_tests() {
  local status=0 background ended=0
  begin_lanes
  (timed lane "$results/beside" --filter "$beside") &
  background=$!
  lanes+=("$background")
  await_start "$results/beside" "$background"
  run_lane "$results/most" --skip "$beside" --skip "$alone" || status=1
  wait "$background" || ended=$?
  cat "$results/beside.log"
  end_of_lane "$results/beside" "$ended" || status=1
  run_lane "$results/alone" --filter "$alone" || status=1
  ((status)) || every_module_ran || status=1
  tell_times
  sum_up "$status"
  return "$status"
}

# Creates the folder for the lanes' output. Neither it nor the lanes' processes outlive this script.
begin_lanes() {
  lanes=()
  results=$(mktemp -d)
  started=$SECONDS
  trap 'kill "${lanes[@]}" 2>/dev/null || true; rm -rf "$results"' EXIT
}

# Prints the time of each lane, and the longest suites. No command of the pipe ends before it has read everything: the one
# before it would end by SIGPIPE, and the whole run with it.
tell_times() {
  local name
  for name in beside most alone; do say "dev: the lane $name took $(cat "$results/$name.seconds") s"; done
  say "dev: the longest suites, in seconds:"
  cat "$results"/{beside,most,alone}.log | sed 's/\x1b\[[0-9;]*m//g' |
    sed -nE 's/.*Suite ([A-Za-z0-9]+) (passed|failed) after ([0-9.]+) seconds.*/\3 \1/p' | sort -rn | sed -n 1,15p >&2
}

# Prints the closing line of all lanes together.
sum_up() {
  local name closing tests=0 suites=0 issues=0 verb=passed mark=✔
  for name in beside most alone; do
    closing=$(closing_line "$results/$name") || true
    [[ $closing =~ with\ ([0-9]+)\ tests?\ in\ ([0-9]+)\ suites? ]] || continue
    ((tests += BASH_REMATCH[1], suites += BASH_REMATCH[2])) || true
    [[ ! $closing =~ with\ ([0-9]+)\ issues? ]] || ((issues += BASH_REMATCH[1])) || true
  done
  (($1 == 0)) || { verb=failed mark=✘; }
  printf '%s Test run with %d tests in %d suites %s after %d seconds%s.\n' "$mark" "$tests" "$suites" "$verb" \
    $((SECONDS - started)) "$( ((issues == 0)) || printf ' with %d issues' "$issues")"
}

# Each folder of tests must appear in a report; otherwise its target is missing from the package.
every_module_ran() {
  local folder module status=0
  for folder in Tests/*Tests; do
    module=${folder#Tests/}
    grep -rq --include='*.swift' '@Test' "$folder" || continue
    cat "$results"/*.xml | grep "classname=\"${module}[.\"]" >/dev/null || { say "dev: no test of $module ran"; status=1; }
  done
  return "$status"
}
