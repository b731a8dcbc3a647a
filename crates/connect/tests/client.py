"""The engine under a real client: python-chess, an outside program with rules of its own.

usage: client.py PATH-TO-SPIELBAUM

Whole games, Chess960 included, and commands in odd orders. Ends with an error at the first thing that is wrong.
"""

import random
import subprocess
import sys
import time

import chess
import chess.engine

COMMAND = [sys.argv[1], "uci"]
LIMITS = [
    chess.engine.Limit(time=0.02),
    chess.engine.Limit(nodes=800),
    chess.engine.Limit(depth=3),
    chess.engine.Limit(white_clock=3, black_clock=3, white_inc=0.02, black_inc=0.02),
    chess.engine.Limit(white_clock=1, black_clock=1, remaining_moves=5),
]


def play_out(engine, board, game, ponder=False):
    """A game of the engine against itself; the client refuses illegal moves."""
    plies = 0
    while not board.is_game_over(claim_draw=True) and plies < 240:
        result = engine.play(board, LIMITS[plies % len(LIMITS)], game=game, ponder=ponder, info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves, (board.fen(), result.move)
        if not ponder:
            assert "score" in result.info and "pv" in result.info, (board.fen(), result.info)
        board.push(result.move)
        plies += 1
    return board


def options(engine):
    for name in ["Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "Move Overhead", "Search"]:
        assert name in engine.options, name
    engine.configure({"Hash": 4, "Threads": 2, "Move Overhead": 20})
    try:
        engine.configure({"Hash": 0})
    except chess.engine.EngineError:
        pass
    else:
        raise AssertionError("the range of Hash is not declared")


def whole_games(engine):
    for number in range(3):
        board = chess.Board()
        for _ in range(number * 4):
            board.push(random.choice(list(board.legal_moves)))
        print("game", number, play_out(engine, board, number, ponder=number == 2).result(claim_draw=True), board.fen())


def chess960(engine):
    castled = 0
    for number in random.sample(range(960), 4):
        board = chess.Board.from_chess960_pos(number)
        board = play_out(engine, board, f"960-{number}")
        replay = chess.Board.from_chess960_pos(number)
        for move in board.move_stack:
            castled += replay.is_castling(move)
            replay.push(move)
    # Castling both ways from a set-up position, by force.
    for fen, text in [("3k4/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1g1"), ("1rk2r2/8/8/8/8/8/8/4K3 b bf - 0 1", "c8b8")]:
        board = chess.Board(fen, chess960=True)
        move = chess.Move.from_uci(text)
        assert board.is_castling(move), fen
        result = engine.play(board, chess.engine.Limit(depth=2), root_moves=[move])
        assert result.move == move, (fen, result.move)
    print("castled", castled, "times in Chess960")


def analysis(engine):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1")
    info = engine.analyse(board, chess.engine.Limit(depth=3))
    assert info["score"].white() == chess.engine.Mate(1), info
    lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=4), multipv=4)
    assert len({line["pv"][0] for line in lines}) == 4, lines
    only = [chess.Move.from_uci("a2a4")]
    assert engine.play(chess.Board(), chess.engine.Limit(nodes=2000), root_moves=only).move == only[0]
    with engine.analysis(chess.Board()) as endless:
        for info in endless:
            if info.get("depth", 0) >= 4:
                break
    clock = time.monotonic()
    assert engine.play(chess.Board(), chess.engine.Limit(time=0.2)).move
    assert 0.05 < time.monotonic() - clock < 2
    assert engine.play(board, chess.engine.Limit(mate=1)).move.uci() == "f3f7"


def odd_orders():
    """What no client sends on purpose."""
    text = "\n".join([
        "stop", "ponderhit", "go depth 2", "uci", "position", "go infinite", "go nodes 100", "isready", "uci uci",
        "setoption", "setoption name", "setoption name Hash value x", "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "go depth 1",
        "position startpos moves e2e4 e7e5 g1f3", "go wtime abc", "go movetime 10", "xyzzy", "quit", "",
    ])
    done = subprocess.run(COMMAND, input=text, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout.count("uciok") == 2 and "readyok" in done.stdout, done
    # A client that breaks off in the middle of a word.
    done = subprocess.run(COMMAND, input="uci\ngo infin", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "bestmove" in done.stdout, done
    # A client that is killed: the engine goes, too.
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(b"go infinite\n")
    process.stdin.flush()
    process.stdout.readline()
    process.stdin.close()
    process.stdout.close()
    assert process.wait(timeout=20) is not None


def main():
    random.seed(1)
    for test in [options, whole_games, chess960, analysis]:
        engine = chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=60)
        try:
            test(engine)
        finally:
            engine.quit()
        print(test.__name__, "ok")
    odd_orders()
    print("odd_orders ok")


main()
