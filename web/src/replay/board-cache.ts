/** The boards of a timeline by frame: computed forward from its changes, with keyframes for going back. */

/** Frames from one kept board to the next. */
const KEYFRAME_INTERVAL = 64;

export class BoardCache<Frame, Board> {
  /** The board at the beginning of each stretch, as far as it is known. */
  private readonly keyframes: Board[];
  /** Every board of the stretch that was looked at last, so that going back is as quick as going on. */
  private segment: Board[];
  private segmentIndex = 0;

  constructor(
    private readonly frames: readonly Frame[],
    first: Board,
    private readonly next: (board: Board, frame: Frame) => Board,
  ) {
    this.keyframes = [first];
    this.segment = [first];
  }

  get last(): number {
    return this.frames.length - 1;
  }

  /** The board at a frame. */
  at(frame: number): Board {
    const wanted = Math.min(Math.max(0, frame), this.last);
    const segmentIndex = Math.floor(wanted / KEYFRAME_INTERVAL);
    for (let known = this.keyframes.length - 1; known < segmentIndex; known++) {
      this.enter(known);
      this.keyframes.push(this.step(this.inSegment(KEYFRAME_INTERVAL - 1), (known + 1) * KEYFRAME_INTERVAL));
    }
    this.enter(segmentIndex);
    return this.inSegment(wanted - segmentIndex * KEYFRAME_INTERVAL);
  }

  private enter(segmentIndex: number): void {
    if (this.segmentIndex === segmentIndex && this.segment.length) return;
    this.segmentIndex = segmentIndex;
    this.segment = [this.keyframes[segmentIndex]!];
  }

  /** The board so many frames into the stretch that is looked at. */
  private inSegment(count: number): Board {
    while (this.segment.length <= count) {
      this.segment.push(this.step(this.segment.at(-1)!, this.segmentIndex * KEYFRAME_INTERVAL + this.segment.length));
    }
    return this.segment[count]!;
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
