/** The two views of a dungeon, of which one is visible: the whole map, and the screen of a C64. */

import { listenToGestures } from "../canvas/gestures";
import type { Plan } from "../protocol";
import type { Look } from "./address";
import type { Dungeon } from "./board";
import { C64Screen } from "./c64-screen";
import { MapCanvas } from "./map-canvas";
import { listenToScreen, type ScreenHandlers } from "./screen-gestures";

/** CSS pixels by which a key moves the map. */
const PAN_STEP_PX = 64;

export class MapViews {
  private readonly map: MapCanvas;
  private readonly screen: C64Screen;
  private readonly unlisten: readonly (() => void)[];

  constructor(
    mapCanvas: HTMLCanvasElement,
    screenCanvas: HTMLCanvasElement,
    /** The element that the screen has to fit into. */
    screenFrame: HTMLElement,
    handlers: ScreenHandlers,
  ) {
    this.map = new MapCanvas(mapCanvas);
    this.screen = new C64Screen(screenCanvas, screenFrame);
    const nothing = () => undefined;
    const noPaths = { startsPath: () => false, pathStart: nothing, pathTo: nothing, ping: nothing };
    this.unlisten = [listenToGestures(this.map, { ...noPaths, ...handlers }), listenToScreen(this.screen, handlers)];
  }

  close(): void {
    for (const end of this.unlisten) end();
    this.map.close();
    this.screen.close();
  }

  show(dungeon: Dungeon): void {
    this.map.show(dungeon);
    this.screen.show(dungeon);
  }

  /** Begins with another map: shows all of it, and a tile in the middle of the C64's screen. */
  begin(camera: number): void {
    this.map.fit();
    this.screen.centre(camera);
  }

  /** Numbers these rooms on the map; the machine's screen has no room for numbers. */
  setRooms(rooms: Plan["rooms"]): void {
    this.map.setRooms(rooms);
  }

  setCursor(tile: number | null): void {
    this.map.setCursor(tile);
    this.screen.setCursor(tile);
  }

  /** Moves what is seen by a step of a key. */
  move(look: Look, dx: number, dy: number): void {
    if (look === "c64") this.screen.scroll(dx, dy);
    else this.map.pan(-dx * PAN_STEP_PX, -dy * PAN_STEP_PX);
  }

  zoom(steps: number): void {
    this.map.zoom(steps);
  }

  fit(): void {
    this.map.fit();
  }
}
