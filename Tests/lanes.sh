# shellcheck shell=bash
# How the tests that are built are run, side by side where that changes nothing. Read by ./dev, which has say().

# What measures time or load runs with nothing beside it.
alone='^(TagsTests\.(TapTimeTests|TagWriteTimeTests|TagFaultTests|NFCProgramTests|IdleTests)|CameraConformanceTests\.RestTests)[./]'
# What draws and reads pictures, or waits for a browser, and looks at no clock but its own time limit: it runs beside the rest,
# which mostly waits for devices that are played to it.
beside='^(ProgramTests\.PeerTests|LabellingTests\.ProofMatrixTests|(VirtualHardware|Barcodes|Imaging|Labels|NDEF|Pictures)Tests\.[^/]+)[./]'

# lane NAME FLAGS…: runs what is built, one test after the other, into NAME.log and NAME.xml. Within one process tests are never
# side by side: they run into each other's time limits, and what is measured means nothing.
lane() {
  local name=$1
  shift
  # Two at once have one build folder, which neither changes.
  exec timeout -k 20 "${DEADWAX_TEST_LIMIT:-30m}" swift test --skip-build --ignore-lock --disable-xctest --no-parallel \
    --xunit-output "$name.xml" "$@" </dev/null >"$name.log" 2>&1
}

# run_lane NAME FLAGS…: a lane whose lines are seen as they come. `swift test` may end well having run nothing: that is a failure.
run_lane() {
  local name=$1 status=0 watcher
  : >"$name.log"
  tail -n +1 -f "$name.log" &
  watcher=$!
  (lane "$@") &
  lanes+=($!)
  wait $! || status=$?
  # What was written last is still to be shown.
  sleep 0.3
  kill "$watcher" 2>/dev/null
  wait "$watcher" 2>/dev/null || true
  end_of_lane "$name" "$status"
}

# The closing line of a lane's tests, without colours.
closing_line() { sed 's/\x1b\[[0-9;]*m//g' "$1.log" | grep -E 'Test run with [0-9]+ tests?' | tail -n 1; }

end_of_lane() {
  local closing
  (($2 != 124 && $2 != 137)) || say "dev: the tests were stopped after ${DEADWAX_TEST_LIMIT:-30m}"
  closing=$(closing_line "$1") || true
  (($2 == 0)) || return "$2"
  [[ $closing =~ with\ [1-9][0-9]*\ test.*\ passed ]] || { say "dev: no test ran in ${1##*/}"; return 1; }
}

# run_tests FILTER FLAGS…: in one lane.
run_tests() {
  local filter=$1 status=0
  shift
  begin_lanes
  run_lane "$results/tests" ${filter:+--filter "$filter"} "$@" || status=1
  ((status)) || [[ -n $filter ]] || every_module_ran || status=1
  return "$status"
}

# Every test, in three lanes of which two run side by side; what is named in no other lane is in the second.
run_all_tests() {
  local status=0 background ended=0
  begin_lanes
  (lane "$results/beside" --filter "$beside") &
  background=$!
  lanes+=("$background")
  run_lane "$results/most" --skip "$beside" --skip "$alone" || status=1
  wait "$background" || ended=$?
  cat "$results/beside.log"
  end_of_lane "$results/beside" "$ended" || status=1
  run_lane "$results/alone" --filter "$alone" || status=1
  ((status)) || every_module_ran || status=1
  sum_up "$status"
  return "$status"
}

# The folder of what the lanes say, and their processes: neither outlives this script.
begin_lanes() {
  lanes=()
  results=$(mktemp -d)
  started=$SECONDS
  trap 'kill "${lanes[@]}" 2>/dev/null || true; rm -rf "$results"' EXIT
}

# The closing line of all lanes together, as each has its own.
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

# Each folder of tests must show up in a report, or its target was forgotten.
every_module_ran() {
  local folder module status=0
  for folder in Tests/*Tests; do
    module=${folder#Tests/}
    grep -rq --include='*.swift' '@Test' "$folder" || continue
    cat "$results"/*.xml | grep "classname=\"${module}[.\"]" >/dev/null || { say "dev: no test of $module ran"; status=1; }
  done
  return "$status"
}
