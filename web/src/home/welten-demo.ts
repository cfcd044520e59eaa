/** The map of Weltendämmerung, slowly panned. */

import { type Demo, fitCanvas } from "./demo";

/** Map pixels in a second. */
const SPEED = 14;
const STEP_MS = 40;
/** The way from one end of the map to the other is 1; the picture for readers who want little motion is half-way. */
const STILL_WAY = 0.5;

/** Loads the picture of the map. */
export async function loadWeltenDemo(canvas: HTMLCanvasElement): Promise<Demo | null> {
  const map = new Image();
  map.src = "/demo/welten.png";
  return map.decode().then(
    () => new WeltenDemo(map, canvas),
    () => null,
  );
}

class WeltenDemo implements Demo {
  private way = 0;
  private drawn = "";

  constructor(
    private readonly map: HTMLImageElement,
    private readonly canvas: HTMLCanvasElement,
  ) {}

  next(): number {
    this.way += (STEP_MS / 1000) * (SPEED / this.map.width);
    this.paint();
    return STEP_MS;
  }

  showStill(): void {
    this.way = STILL_WAY;
    this.paint();
  }

  paint(): void {
    const { map, canvas, way } = this;
    const context = fitCanvas(canvas);
    const { width, height } = canvas;
    const scale = Math.max(Math.round(2 * (window.devicePixelRatio || 1)), Math.ceil(height / map.height));
    const slackX = Math.max(0, map.width * scale - width);
    const slackY = Math.max(0, map.height * scale - height);
    // There and back again; a little up and down on the way, so that all of it is seen once.
    const x = Math.round((0.5 - 0.5 * Math.cos(way * Math.PI)) * slackX);
    const y = Math.round((0.5 - 0.5 * Math.cos(way * Math.PI * 0.62)) * slackY);
    const picture = `${x} ${y} ${width} ${height}`;
    if (picture === this.drawn) return;
    this.drawn = picture;
    context.drawImage(map, -x, -y, map.width * scale, map.height * scale);
  }
}
