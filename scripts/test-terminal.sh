#!/usr/bin/env bash
# Plays four of the games in a real terminal: `patience play` in tmux, with keys sent as a player
# types them, and the screen read back. Installs Debian's tmux if it is missing; if it cannot be
# installed (no root, no Debian), the script reports this and is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh

if ! command -v tmux >/dev/null; then
    command -v apt-get >/dev/null || skip "there is no tmux, and no apt-get to install it"
    { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends tmux; } >/dev/null 2>&1 ||
        skip "tmux cannot be installed here"
fi
find_patience

# A separate server, without the user's settings and games.
work=$(mktemp -d)
export XDG_STATE_HOME=$work/state
tmux() { LC_ALL=C.UTF-8 TERM=xterm-256color command tmux -S "$work/socket" -f /dev/null "$@"; }
trap 'tmux kill-server 2>/dev/null || true; rm -rf "$work"' EXIT

# A permanent session: without one the server would exit, perhaps while the next game begins.
tmux new-session -d -s keeper -x 20 -y 5 "exec cat"

screen() { tmux capture-pane -p -t game; }

# shows PATTERN: waits until the screen shows the pattern, however long a busy machine takes.
shows() {
    for _ in $(seq 600); do
        screen | grep -qE -- "$1" && return
        sleep 0.1
    done
    echo "after a minute the screen does not show \"$1\":" >&2
    screen >&2
    exit 1
}

keys() { tmux send-keys -t game "$@"; }

# play SIZE INSTANCE: starts a game; the final screen shows how it ended.
play() {
    tmux new-session -d -s game -x "${1%x*}" -y "${1#*x}" "'$patience' play '$2' --time 60s; echo \"left with \$?\"; exec cat"
    shows "$2"
    shows "✓ winnable"
}

leave() {
    keys q
    shows "left with 0"
    # The terminal looks as before, because the game used the alternate screen.
    if screen | grep -q "✓ winnable"; then
        echo "the game is left on the screen:" >&2
        screen >&2
        exit 1
    fi
    tmux kill-session -t game
}

# moves COUNT: the list has this many moves.
moves() { shows "┌ $1 moves? "; }

play 100x30 tiles:level/iartistas-04
shows "winnable in 5 moves, no fewer"
keys Right && moves 1
keys u && moves 0
keys r && moves 1
keys R && moves 0
keys h && shows "Think of tilting"
keys h && shows "tilt"
keys h && shows "The list of moves shows the whole solution: 5 moves."
for step in 1 2 3 4; do keys s && moves "$step"; done
keys e && shows "of 5 moves kept|of 4 moves kept" && keys e
keys s && shows "★ won, with help"
leave

play 80x24 gaps:solvitaire/4x13/8
keys Tab Enter && moves 1
keys u && moves 0
keys r && moves 1
keys u && moves 0
keys h && shows "Look at the marked cell"
# The playback continues by itself until a key stops it, and leaves the game as it is.
keys f && shows "The solution plays"
shows "film: move ([3-9]|[1-9][0-9]+) of "
keys x && shows "The playback stops here"
moves 0
# Another game in the same session: the next deal is offered, and any name can be typed.
keys n && shows "New game: gaps:solvitaire/4x13/9"
keys Enter && shows "^ gaps:solvitaire/4x13/9 "
leave

play 100x30 birds:neller/42
keys Tab Enter && shows "Picked up: choose where to."
keys Escape && keys s && moves 1
# The bound for the whole deal, or the proof if that came first.
shows "winnable(, in 14 moves or| in 14 moves, no) fewer"
keys u && moves 0
leave

# An unfinished game resumes, by its name and from the menu.
tmux new-session -d -s game -x 80 -y 24 "'$patience' play tiles:level/iartistas-07; echo \"left with \$?\"; exec cat"
shows "winnable in 9 moves, no fewer"
keys s && moves 1
keys s && moves 2
leave
for name in tiles:level/iartistas-07 ""; do
    tmux new-session -d -s game -x 80 -y 24 "'$patience' play $name; echo \"left with \$?\"; exec cat"
    # The menu lists the last unfinished game first.
    [ -n "$name" ] || { shows "▶ +tiles:level/iartistas-07" && keys Enter; }
    shows "Your game continues after 2 moves"
    moves 2
    keys m && shows "▶ tiles:level/iartistas-07 +2 moves" && shows "tiles:level/iartistas-04 +won in 5 moves, with help"
    keys Escape && moves 2
    leave
done

play 100x30 cohesion:level/vieira-1
keys s && moves 1
keys s && moves 2
keys u && moves 1
keys r && moves 2
keys R && moves 0
keys Tab Enter && shows "Picked up: choose a direction."
leave

echo "four games played in a terminal"
