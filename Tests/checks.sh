# shellcheck shell=bash
# Checks what is written, and builds it. Sourced by ./dev, which defines say(), need_swift() and build_debug().

# Adds the names of the steps that fail to `failed`.
check_sources() {
  need_swift
  say "layout"
  check_layout || failed+=(layout)
  say "scripts"
  check_scripts || failed+=(scripts)
  say "build, with warnings as errors"
  build_debug || failed+=(build)
}

check_scripts() {
  local scripts=(dev Tests/{checks,lanes}.sh .ci/run Tests/accept/{run,init,guest} Tests/accept/*/*.sh Tests/accept/fresh/{run,inside} Tests/accept/{api,lending,pages}/run)
  local script
  for script in "${scripts[@]}"; do bash -n "$script" || return 1; done
  shellcheck "${scripts[@]}" && /usr/bin/python3 - Tests/python/*.py Tests/python/*/*.py Tests/accept/*/*.py <<'PYTHON'
import sys
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        compile(file.read(), path, "exec")
PYTHON
}

check_layout() { swift_files | xargs -0 -r ls -d 2>/dev/null | xargs -r -d '\n' swift format lint --strict --parallel; }

swift_files() { git -c safe.directory="$PWD" ls-files -z --cached --others --exclude-standard -- '*.swift'; }
