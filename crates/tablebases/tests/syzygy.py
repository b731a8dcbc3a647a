"""What python-chess reads in Syzygy files: prints `FEN;WDL;DTZ` of random positions.

Usage: syzygy.py FOLDER POSITIONS, the number being for each file of outcomes.
"""

import pathlib
import random
import sys

import chess
import chess.syzygy


def position(lots, men):
    """The men on random squares with a random side to move, if that is legal."""
    board = chess.Board(None)
    board.turn = lots.choice(chess.COLORS)
    rank = 3 if board.turn == chess.BLACK else 4
    step = 8 if board.turn == chess.BLACK else -8
    squares = lots.sample(chess.SQUARES, len(men))
    if "P" in men and "p" in men and lots.random() < 0.5:
        # Pawns side by side, as behind two steps.
        file = lots.randrange(7)
        for man, side in zip("Pp", lots.sample([0, 1], 2)):
            squares[men.index(man)] = chess.square(file + side, rank)
    for square, man in zip(squares, men):
        board.set_piece_at(square, chess.Piece.from_symbol(man))
    if chess.popcount(board.occupied) < len(men) or not board.is_valid():
        return None
    # Where a pawn may just have made two steps, it has.
    for pawn in board.pieces(chess.PAWN, not board.turn):
        if chess.square_rank(pawn) == rank:
            board.ep_square = pawn - step
            if board.has_legal_en_passant() and board.is_valid():
                break
            board.ep_square = None
    return board


def main():
    folder, wanted = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    lots = random.Random(82)
    with chess.syzygy.open_tablebase(str(folder)) as tables:
        for file in sorted(folder.glob("*.rtbw")):
            white, black = file.stem.split("v")
            count = 0
            while count < wanted:
                names = lots.choice([(white, black), (black, white)])
                board = position(lots, names[0] + names[1].lower())
                if board is not None:
                    print(f"{board.fen()};{tables.probe_wdl(board)};{tables.probe_dtz(board)}")
                    count += 1


main()
