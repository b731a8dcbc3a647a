#!/bin/sh
# A chess engine with bad manners. The first argument says which:
#   mute      never says anything           deaf      stops answering at its first move
#   crash     ends at its first move        gone      ends at once
#   illegal   plays moves that are none     none      gives no move
#   lie       claims mate with every move   garbage   talks nonsense around its moves
#   flood     talks without end and forgets to move
#   late      moves, but seconds too late   stubborn  does not end when it should
#   deaf-to-limits  thinks until it is stopped
# Moves are those of a knight that goes out and comes back, as long as that is possible.
manner=$1

knight() {
    # Fields behind 'fen': six of the position, then perhaps 'moves' and the moves.
    case "$position" in
        *" moves "*) rest=${position#* moves }; set -- $rest; count=$# ;;
        *) count=0 ;;
    esac
    case "$position" in
        *" b "*) count=$((count + 1)) ;;
    esac
    case $((count % 4)) in
        0) echo b1c3 ;;
        1) echo b8c6 ;;
        2) echo c3b1 ;;
        3) echo c6b8 ;;
    esac
}

[ "$manner" = gone ] && exit 3
[ "$manner" = stubborn ] && trap '' TERM HUP PIPE INT
while true; do
    if ! read -r command rest; then
        [ "$manner" = stubborn ] && sleep 60
        exit 0
    fi
    [ "$manner" = mute ] && continue
    case "$command" in
        uci)
            echo "id name bad engine"
            echo "option name Hash type spin default 1 min 1 max 2"
            echo "option name Two Words type string default a b"
            echo "uciok"
            ;;
        isready) echo readyok ;;
        position) position="$rest" ;;
        go)
            case "$manner" in
                deaf) sleep 60 ;;
                crash) exit 7 ;;
                illegal) echo "bestmove e2e5" ;;
                none) echo "bestmove (none)" ;;
                lie) echo "info depth 99 score mate 1 nodes 1 pv $(knight) h7h5 a1a8"; echo "bestmove $(knight)" ;;
                garbage)
                    printf 'info depth x score cp \377\376 pv zz\nbestmov\n\n\0info string \n'
                    echo "bestmove $(knight) ponder nonsense"
                    ;;
                flood) while true; do echo "info depth 1 score cp 1 nodes 1 pv $(knight)"; done ;;
                deaf-to-limits)
                    echo "info depth 9 score cp 1 nodes 90000 pv $(knight)"
                    while read -r word rest && [ "$word" != stop ]; do :; done
                    echo "bestmove $(knight)"
                    ;;
                late) sleep 3; echo "bestmove $(knight)" ;;
                *) echo "bestmove $(knight)" ;;
            esac
            ;;
        quit) [ "$manner" = stubborn ] || exit 0 ;;
    esac
done
