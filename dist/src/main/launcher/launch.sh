# shellcheck shell=sh
# Computes the options of the JVM that depend on the machine, and replaces the shell by the JVM. ./gramme of a clone and
# bin/gramme of an installation include this file. It starts no other program, because an image has none.

# Sets megabytes to the memory of the machine or container.
find_memory() {
  kilobytes=2097152
  if [ -r /proc/meminfo ]; then
    read -r _ kilobytes _ </proc/meminfo
  elif bytes=$(sysctl -n hw.memsize 2>/dev/null); then
    kilobytes=$((bytes / 1024))
  fi
  limit=max
  if [ -r /sys/fs/cgroup/memory.max ]; then read -r limit </sys/fs/cgroup/memory.max; fi
  case $limit in
    *[!0-9]* | '') ;;
    *) if [ $((limit / 1024)) -lt "$kilobytes" ]; then kilobytes=$((limit / 1024)); fi ;;
  esac
  megabytes=$((kilobytes / 1024))
}

# Sets heap to its size in megabytes: from the flag, the environment, the settings file, or else an eighth of the memory,
# from 256 to 1024.
find_heap() {
  heap=${GRAMME_HEAP:-} settings=${GRAMME_CONFIG:-gramme.conf} previous=
  for argument in "$@"; do
    case $previous in
      --config) settings=$argument ;;
    esac
    case $argument in
      --config=*) settings=${argument#--config=} ;;
    esac
    previous=$argument
  done
  if [ -z "$heap" ] && [ -f "$settings" ] && [ -r "$settings" ]; then
    while IFS=' 	=' read -r name value _ || [ -n "$name" ]; do
      if [ "$name" = heap ]; then heap=$value; fi
    done <"$settings"
  fi
  previous=
  for argument in "$@"; do
    case $previous in
      --heap) heap=$argument ;;
    esac
    case $argument in
      --heap=*) heap=${argument#--heap=} ;;
    esac
    previous=$argument
  done
  case $heap in
    *[!0-9]* | '')
      find_memory
      heap=$((megabytes / 8))
      if [ "$heap" -lt 256 ]; then heap=256; fi
      if [ "$heap" -gt 1024 ]; then heap=1024; fi
      ;;
  esac
}

# launch JAVA OPTIONS_FILE AOT_CACHE CLASS_PATH JVM_OPTIONS... -- ARGUMENTS...
# Replaces this process by the server.
launch() {
  java=$1 options=$2 cache=$3 classes=$4
  shift 4
  find_heap "$@"
  # The serial collector is fastest and uses least memory for small heaps; large heaps need several threads. Under load the
  # young generation is resident as a whole; without -Xmn it would depend on the machine's memory. A survivor space must hold the
  # requests in progress. What does not fit moves to the old generation, which is collected only when it is full.
  collector="-XX:+UseSerialGC -Xmn80m -XX:SurvivorRatio=4"
  if [ "$heap" -gt 2048 ]; then collector=-XX:+UseG1GC; fi
  # Rotates the arguments once, and puts the class path in place of the separator.
  remaining=$# separated=
  while [ "$remaining" -gt 0 ]; do
    argument=$1 remaining=$((remaining - 1))
    shift
    if [ -z "$separated" ] && [ "$argument" = -- ]; then
      separated=yes
      # shellcheck disable=SC2086 # several words are several options
      set -- "$@" ${GRAMME_JAVA_OPTS:-}
      if [ -r "$cache" ]; then set -- "$@" "-XX:AOTCache=$cache"; fi
      set -- "$@" -cp "$classes" dev.gramme.server.Main
    else
      set -- "$@" "$argument"
    fi
  done
  # glibc's allocator keeps more memory with more arenas.
  export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
  # shellcheck disable=SC2086 # several words are several options
  exec "$java" "@$options" "-Xmx${heap}m" $collector "$@"
}
