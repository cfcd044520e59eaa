/** The boards of a film by frame: forward by its changes, back from boards that were kept on the way. */

/** Frames from one kept board to the next. */
const STRETCH = 64;

export class Reel<Frame, Board> {
  /** The board at the beginning of each stretch, as far as it is known. */
  private readonly kept: Board[];
  /** Every board of the stretch that was looked at last, so that going back is as quick as going on. */
  private near: Board[];
  private stretch = 0;

  constructor(
    private readonly frames: readonly Frame[],
    first: Board,
    private readonly next: (board: Board, frame: Frame) => Board,
  ) {
    this.kept = [first];
    this.near = [first];
  }

  get last(): number {
    return this.frames.length - 1;
  }

  /** The board at a frame. */
  at(frame: number): Board {
    const wanted = Math.min(Math.max(0, frame), this.last);
    const stretch = Math.floor(wanted / STRETCH);
    for (let known = this.kept.length - 1; known < stretch; known++) {
      this.enter(known);
      this.kept.push(this.step(this.along(STRETCH - 1), (known + 1) * STRETCH));
    }
    this.enter(stretch);
    return this.along(wanted - stretch * STRETCH);
  }

  private enter(stretch: number): void {
    if (this.stretch === stretch && this.near.length) return;
    this.stretch = stretch;
    this.near = [this.kept[stretch]!];
  }

  /** The board so many frames into the stretch that is looked at. */
  private along(count: number): Board {
    while (this.near.length <= count) {
      this.near.push(this.step(this.near.at(-1)!, this.stretch * STRETCH + this.near.length));
    }
    return this.near[count]!;
  }

  private step(board: Board, frame: number): Board {
    return this.next(board, this.frames[frame]!);
  }
}

/** The frame that shows a turn: the last one that is not later. */
export function frameOf(turns: readonly number[], turn: number): number {
  let [low, high] = [0, turns.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (turns[middle]! <= turn) low = middle;
    else high = middle - 1;
  }
  return low;
}
