/** The forest as a map: where spaces lie, and the lines of the routes between them. */
import type { CellView, Leg } from "./table";

export type Point = readonly [number, number];

export const PITCH = 104;
export const MARGIN = 96;
export const SIZE = 2 * MARGIN + 4 * PITCH;
export const RADIUS = 42;
const NEAREST = 58; // of the curves along the rim, from the middle of the outer spaces
const APART = 15;
const ROUND = 20;
const WAYS: Point[] = [[0, -1], [1, 0], [0, 1], [-1, 0]]; // prettier-ignore

const columnOf = (space: string): number => space.charCodeAt(0) - 65;
const rowOf = (space: string): number => Number(space[1]) - 1;
export const centre = (space: string): Point => [MARGIN + PITCH * columnOf(space), MARGIN + PITCH * rowOf(space)];

interface End {
  space: string;
  side: number;
}
export interface Route {
  name: string;
  ends: [End, End];
  line: string; // as an SVG path, from the first end to the second
  isCurve: boolean; // along the rim
}

const endOf = (written: string): End => ({ space: written.slice(0, 2), side: "NESW".indexOf(written[2]!) });
const beyond = ({ space, side }: End, far: number): Point => {
  const [x, y] = centre(space);
  return [x + WAYS[side]![0] * far, y + WAYS[side]![1] * far];
};

const maps = new Map<string, Map<string, Route>>(); // of one table they never change

/** The routes by name, "B2E–C2W". */
export function routesOf(names: string[]): Map<string, Route> {
  const key = names.join();
  if (!maps.has(key)) maps.set(key, layOut(names));
  return maps.get(key)!;
}

function layOut(names: string[]): Map<string, Route> {
  const all = names.map((name) => ({ name, ends: name.split("–").map(endOf) as [End, End] }));
  const levels = levelsOf(all.filter(({ ends }) => !isStraight(ends)));
  return new Map(
    all.map(({ name, ends }) => {
      const level = levels.get(name);
      return [name, { name, ends, line: level === undefined ? straight(ends) : curve(ends, level), isCurve: level !== undefined }];
    }),
  );
}

const isStraight = ([a, b]: [End, End]): boolean => {
  const [x, y] = WAYS[a.side]!;
  return columnOf(a.space) + x === columnOf(b.space) && rowOf(a.space) + y === rowOf(b.space) && (a.side + 2) % 4 === b.side;
};
const straight = ([a, b]: [End, End]): string => `M${centre(a.space).join(" ")}L${centre(b.space).join(" ")}`;

/** The sides along the rim, clockwise from A1's north: 0 to 19. */
function stub({ space, side }: End): number {
  const [x, y] = [columnOf(space), rowOf(space)];
  return [x, 5 + y, 14 - x, 19 - y][side]!;
}

/** From where to where a curve goes clockwise, the shorter way round. */
function span(ends: [End, End]): [number, number] {
  const [a, b] = ends.map(stub) as [number, number];
  return (b - a + 20) % 20 <= 10 ? [a, (b - a + 20) % 20] : [b, (a - b + 20) % 20];
}

/** How far out each curve runs: a curve goes around those that lie within it. */
function levelsOf(curves: { name: string; ends: [End, End] }[]): Map<string, number> {
  const levels = new Map<string, number>();
  const bySpan = [...curves].sort((one, other) => span(one.ends)[1] - span(other.ends)[1]);
  for (const { name, ends } of bySpan) {
    const [from, far] = span(ends);
    const within = bySpan.filter((other) => {
      const [start, length] = span(other.ends);
      return other.name !== name && (start - from + 20) % 20 < far && ((start - from + 20) % 20) + length < far;
    });
    levels.set(name, within.length ? 1 + Math.max(...within.map((other) => levels.get(other.name) ?? 0)) : 0);
  }
  return levels;
}

function curve(ends: [End, End], level: number): string {
  const far = NEAREST + APART * level;
  const [from, length] = span(ends);
  const [first, last] = stub(ends[0]) === from ? ends : [ends[1], ends[0]];
  const [near, wide] = [MARGIN - far, MARGIN + 4 * PITCH + far];
  const corners: Point[] = [[wide, near], [wide, wide], [near, wide], [near, near]]; // prettier-ignore
  const passed = [0, 1, 2, 3, 4].map((i) => (Math.floor(from / 5) + i) % 4).slice(0, Math.floor((from + length) / 5) - Math.floor(from / 5));
  const points = [
    centre(first.space), beyond(first, far), ...passed.map((side) => corners[side]!), beyond(last, far), centre(last.space),
  ]; // prettier-ignore
  return rounded(first === ends[0] ? points : points.reverse());
}

function rounded(points: Point[]): string {
  const parts = [`M${points[0]!.join(" ")}`];
  for (let i = 1; i < points.length - 1; i++) {
    const [before, at, after] = [points[i - 1]!, points[i]!, points[i + 1]!];
    parts.push(`L${towards(at, before).join(" ")}Q${at.join(" ")} ${towards(at, after).join(" ")}`);
  }
  return `${parts.join("")}L${points.at(-1)!.join(" ")}`;
}

function towards(from: Point, to: Point): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const part = Math.min(ROUND, length / 2) / length;
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}

/** Where the four sides of a space lead, north first. */
export function exitsOf(routes: Iterable<Route>, space: string): string[] {
  const exits: string[] = [];
  for (const { ends: [a, b] } of routes) {
    if (a.space === space) exits[a.side] = b.space;
    if (b.space === space) exits[b.side] = a.space;
  }
  return exits;
}

/** The route that leaves a space by a side. */
export const routeAt = (routes: Map<string, Route>, space: string, side: number): Route | undefined =>
  [...routes.values()].find(({ ends }) => ends.some((end) => end.space === space && end.side === side));

/** The three routes that a flight follows from a space, each straight on from the one before. */
export function flightOf(routes: Map<string, Route>, space: string, side: number): Route[] {
  return [1, 2, 3].map(() => {
    const route = routeAt(routes, space, side)!;
    const far = route.ends.find((end) => end.space !== space)!;
    [space, side] = [far.space, (far.side + 2) % 4];
    return route;
  });
}

const SAMPLES = 96; // points along a route
const sampled = new Map<string, Point[]>(); // by line; asking the browser for each point anew costs frames

function pointsOf(line: string): Point[] {
  const known = sampled.get(line);
  if (known) return known;
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", line);
  const length = path.getTotalLength();
  const points = Array.from({ length: SAMPLES + 1 }, (_, i): Point => {
    const { x, y } = path.getPointAtLength((length * i) / SAMPLES);
    return [x, y];
  });
  sampled.set(line, points);
  return points;
}

/** The point of a route that lies this part of the way from a space. */
export function pointOn(route: Route, from: string, part: number): Point {
  const points = pointsOf(route.line);
  const at = SAMPLES * (route.ends[0].space === from ? part : 1 - part);
  const i = Math.max(0, Math.min(SAMPLES - 1, Math.floor(at)));
  return between(points[i]!, points[i + 1]!, at - i);
}

const between = (a: Point, b: Point, part: number): Point => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];

const [AFTER, BEFORE] = [16, 26]; // an arrow begins so far from its space and ends so far before the next

/** An arrow along the legs of a card that points to a side, as an SVG path; a jump follows no route, and who comes back has two tips. */
export function trailOf(routes: Map<string, Route>, way: Leg[], side: number): string {
  if (!way.length) return "";
  const isBack = way.length > 1 && way.at(-1)!.way === way[0]!.way && way[0]!.way !== "air";
  const legs = isBack ? way.slice(0, 1) : way;
  const flight = legs[0]!.way === "air" ? flightOf(routes, legs[0]!.from, side) : [];
  const all = legs.flatMap(({ way, from, cell }, leg) => {
    const route = flight[leg] ?? routes.get(way);
    return Array.from({ length: SAMPLES + 1 }, (_, i): Point => {
      const part = i / SAMPLES;
      return route ? pointOn(route, from, part) : between(centre(from), centre(cell), part);
    });
  });
  const points = all.filter((point, i) => !i || apart(point, all[i - 1]!) > 0.01);
  const [first, last] = [points[0]!, points.at(-1)!];
  const begins = points.findIndex((point) => apart(point, first) > (isBack ? BEFORE : AFTER));
  const ends = points.findLastIndex((point) => apart(point, last) > BEFORE);
  if (begins < 0 || ends <= begins) return "";
  const line = points.slice(begins, ends + 1);
  const tips = [tipOf(line.at(-1)!, line.at(-2)!), ...(isBack ? [tipOf(line[0]!, line[1]!)] : [])];
  return `M${line.map((point) => point.join(" ")).join("L")}${tips.join("")}`;
}

function tipOf(tip: Point, from: Point): string {
  const [x, y] = [(tip[0] - from[0]) / apart(tip, from), (tip[1] - from[1]) / apart(tip, from)];
  const wing = (side: number) => `${tip[0] - x * 13 + side * y * 8} ${tip[1] - y * 13 - side * x * 8}`;
  return `M${wing(1)}L${tip.join(" ")}L${wing(-1)}`;
}

const apart = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The other end of a tunnel. */
export const otherEnd = (cells: CellView[], cell: CellView): CellView | undefined =>
  cells.find((other) => other.tunnel === cell.tunnel && other.tunnel !== null && other.name !== cell.name);
