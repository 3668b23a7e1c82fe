# shellcheck shell=bash
# Runs the built tests, side by side if that changes nothing. Sourced by ./dev, which defines say().

# The lanes that run side by side: most tests wait for browsers, devices and disks, not for a processor. Tests that no filter names
# are in the lane "rest". They depend on no clock except their own time limits.
declare -A filters=(
  [pages]='^ProgramTests\.PeerTests/.*real browser'
  # The testers of the API use no browser, so they need not wait for the end of its tests.
  [peers]='^ProgramTests\.PeerTests/(?!.*real browser)'
  [programs]='^(ProgramTests\.(?!PeerTests)[^/]+|(CameraConformance|Scanners)Tests\.[^/]+)[./]'
  [records]='^(LabelJobsTests\.ProofMatrixTests|(UseCases|Storage|VirtualHardware|Barcodes|Imaging|LabelDrawing|NDEF|Pictures|StationLogic)Tests\.[^/]+)[./]'
  [api]='^(API|HTTPServer|Queries|StockTakes)Tests\.[^/]+[./]'
  # Tests that load the processor run alone, after the others.
  [alone]='^(TagsTests\.(TagFaultTests|NFCProgramTests|IdleTests))[./]'
)
lane_names=(pages peers programs records api rest alone)

# lane NAME FLAGS…: runs the built tests one after the other, into NAME.log and NAME.xml. Within one process tests never run side by
# side: they would exceed their time limits, and their measurements would be meaningless.
lane() {
  local name=$1
  shift
  exec timeout -k 20 "${DEADWAX_TEST_LIMIT:-5h}" "$test_program" --testing-library swift-testing --no-parallel \
    --xunit-output "$name.xml" "$@" \
    </dev/null >"$name.log" 2>&1
}

# timed lane NAME FLAGS…: writes the lane's duration, and the processor time of the programs that it waited for, into NAME.seconds.
timed() {
  local start=$SECONDS status=0 user system
  ("$@") &
  # A signal to this process ends the lane.
  # shellcheck disable=SC2064 # The current number.
  trap "kill $! 2>/dev/null || true" TERM INT
  wait $! || status=$?
  # Of a pipe, `times` would print the times of the pipe.
  times >"$2.seconds"
  { read -r _; read -r user system; } <"$2.seconds"
  printf '%d s, with %s user and %s system time' $((SECONDS - start)) "$user" "$system" >"$2.seconds"
  return "$status"
}

# run_lane NAME FLAGS…: runs a lane and prints its lines at once. A run without any test succeeds; that is a failure here.
run_lane() {
  local name=$1 status=0
  : >"$name.log"
  (timed lane "$@") &
  lanes+=($!)
  await_lane "$name" $! || status=$?
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

# run_tests FILTER FLAGS…: runs tests in one lane. The flags are those of the build.
run_tests() {
  local filter=$1 status=0
  shift
  test_program=$(swift build --show-bin-path "$@")/deadwaxPackageTests.xctest
  begin_lanes
  run_lane "$results/tests" ${filter:+--filter "$filter"} || status=1
  ((status)) || [[ -n $filter ]] || every_module_ran || status=1
  return "$status"
}

# Runs every test, with all generated cases: all lanes but one side by side, and that one alone afterwards.
run_all_tests() {
  unset DEADWAX_BUDGET
  run_lanes '' "${lane_names[@]}"
}

# run_changed_tests [COMMIT]: runs the tests that the changes since COMMIT can reach, in the same lanes. Property tests check a tenth
# of their generated cases, see CaseBudget.
run_changed_tests() {
  local found filter pages left name names=()
  found=$(swift package dump-package | /usr/bin/python3 Tests/python/changed.py ${1:+"$1"}) || return 1
  { read -r filter; read -r pages || true; read -r left || true; } <<<"$found"
  [[ -n $filter ]] || { say "dev: there is no change"; return 0; }
  if [[ -n $pages ]]; then
    export DEADWAX_PAGES=$pages
    filter="(${filter}|^ProgramTests\.PeerTests/.*real browser)"
  fi
  say "dev: the changes reach $filter${pages:+, pages: $pages}"
  export DEADWAX_BUDGET=small
  say "dev: property tests check a tenth of their generated cases; ./dev test checks all"
  test_program=$(swift build --show-bin-path)/deadwaxPackageTests.xctest
  "$test_program" --testing-library swift-testing --list-tests >"${TMPDIR:-/tmp}/deadwax-tests.$$"
  for name in "${lane_names[@]}"; do
    ! grep -P "$filter" "${TMPDIR:-/tmp}/deadwax-tests.$$" | of_lane "$name" >/dev/null || names+=("$name")
  done
  rm -f "${TMPDIR:-/tmp}/deadwax-tests.$$"
  ((${#names[@]})) || { say "dev: the changes reach no test"; return 1; }
  run_lanes "$filter" "${names[@]}" || return 1
  [[ -z $left ]] || say "dev: ./dev test runs these suites of whole programs, too: $left"
}

# of_lane NAME: prints the tests of a list that belong to a lane.
of_lane() {
  if [[ $1 == rest ]]; then grep -vP "$(IFS='|'; printf '%s' "${filters[*]}")"; else grep -P "${filters[$1]}"; fi
}

# run_lanes FILTER NAME…: runs these lanes, all but "alone" side by side, with the tests that FILTER names; an empty one names all.
# Prints the output of the first lane that is not run alone at once, and that of the others when it is complete.
run_lanes() {
  local wanted=$1 status=0 name ended filter
  local -A processes=()
  shift
  begin_lanes
  lane_names=("$@")
  test_program=$(swift build --show-bin-path)/deadwaxPackageTests.xctest
  for name in "${lane_names[@]}"; do
    [[ $name != alone ]] || continue
    flags_of_lane "$name" "$wanted"
    (timed lane "$results/$name" "${flags[@]}") &
    processes[$name]=$!
    lanes+=($!)
  done
  for name in "${lane_names[@]}"; do
    [[ -n ${processes[$name]:-} ]] || continue
    ended=0
    await_lane "$results/$name" "${processes[$name]}" || ended=$?
    end_of_lane "$results/$name" "$ended" || status=1
  done
  if [[ " ${lane_names[*]} " == *" alone "* ]]; then
    flags_of_lane alone "$wanted"
    run_lane "$results/alone" "${flags[@]}" || status=1
  fi
  ((status)) || [[ -n $wanted ]] || every_module_ran || status=1
  ((status == 0)) || tell_failures
  tell_times
  sum_up "$status"
  return "$status"
}

# flags_of_lane NAME FILTER: sets flags to those that choose the tests of the lane that FILTER names.
flags_of_lane() {
  local wanted=${2:-} filter
  flags=()
  if [[ $1 == rest ]]; then
    [[ -z $wanted ]] || flags+=(--filter "$wanted")
    for filter in "${filters[@]}"; do flags+=(--skip "$filter"); done
  else
    flags+=(--filter "${wanted:+(?=$wanted)}${filters[$1]}")
  fi
}

# await_lane NAME PID: prints the lines of a lane as they come, until its process ends.
await_lane() {
  local status=0 watcher
  tail -n +1 -F "$1.log" 2>/dev/null &
  watcher=$!
  wait "$2" || status=$?
  # The last lines are still to be printed.
  sleep 0.3
  kill "$watcher" 2>/dev/null
  wait "$watcher" 2>/dev/null || true
  return "$status"
}

# Creates the folder for the lanes' output. Neither it nor the lanes' processes outlive this script.
begin_lanes() {
  lanes=()
  results=$(mktemp -d)
  started=$SECONDS
  trap 'kill "${lanes[@]}" 2>/dev/null || true; rm -rf "$results"' EXIT
}

# Prints the longest suites, and the time of each lane. No command of the pipe ends before it has read everything: the one
# before it would end by SIGPIPE, and the whole run with it.
tell_times() {
  local name
  say "dev: the longest suites, in seconds:"
  cat "$results"/*.log | sed 's/\x1b\[[0-9;]*m//g' |
    sed -nE 's/.*Suite ([A-Za-z0-9]+) (passed|failed) after ([0-9.]+) seconds.*/\3 \1/p' | sort -rn | sed -n 1,15p >&2
  for name in "${lane_names[@]}"; do say "dev: the lane $name took $(cat "$results/$name.seconds")"; done
}

# Prints what failed once more, after all other output of the tests: each issue with the first line of its comment, no line longer than 1,500 characters.
tell_failures() {
  say "dev: what failed:"
  cat "$results"/*.log | sed 's/\x1b\[[0-9;]*m//g' | cut -c 1-1500 |
    awk '/^✘ Test .* recorded an issue/ { issue = 1; print; next } issue && /^↳ / { print; next } { issue = 0 }' | sed -n 1,120p >&2
}

# Prints the closing line of all lanes together.
sum_up() {
  local name closing tests=0 suites=0 issues=0 verb=passed mark=✔
  for name in "${lane_names[@]}"; do
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
