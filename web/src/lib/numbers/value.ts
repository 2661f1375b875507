import { type Figure, type FigureId, figureOf } from '../figures';

/** Figures of one row of a report, or of one side of its comparison. */
export interface Part {
  posID: string;
  figures: object;
}

/** A figure of one row, as the server states it; `null` is a ratio without a whole. A rare figure that is absent is 0. */
export function figureIn(figures: object, id: FigureId): number | null {
  const { key, rare } = figureOf(id);
  const value = (figures as Readonly<Record<string, unknown>>)[key];
  return typeof value === 'number' ? value : rare ? 0 : null;
}

/** Whether a figure of several rows is the sum of theirs. */
export function addsUp(id: FigureId): boolean {
  const { ratio, oncePerLocation } = figureOf(id);
  return ratio === undefined && !oncePerLocation;
}

/**
 * A figure of several rows by its expression in `proto/figures.json`: sums in the smallest part of their unit, ratios
 * of those sums, rounded half away from zero as the server does.
 */
export function valueOver(id: FigureId, parts: readonly Part[]): number | null {
  const figure = figureOf(id);
  const { ratio, decimals } = figure;
  const [only] = parts;
  if (ratio === undefined) {
    return sumOf(figure, parts) / 10 ** decimals;
  }
  if (only !== undefined && parts.length === 1 && figure.key in only.figures) {
    return figureIn(only.figures, id);
  }
  const part = figureOf(ratio.part);
  const whole = figureOf(ratio.whole);
  const below = sumOf(whole, parts);
  if (below <= 0) {
    return null;
  }
  const scale = 10 ** (decimals + whole.decimals - part.decimals);
  return rounded((sumOf(part, parts) * ratio.times * scale) / below) / 10 ** decimals;
}

/** Sum of a figure in the smallest part of its unit. */
function sumOf({ id, decimals, oncePerLocation }: Figure, parts: readonly Part[]): number {
  const scale = 10 ** decimals;
  const counted = oncePerLocation
    ? [...new Map(parts.map((part) => [part.posID, part])).values()]
    : parts;
  return counted.reduce(
    (sum, { figures }) => sum + rounded((figureIn(figures, id) ?? 0) * scale),
    0,
  );
}

/** Rounds half away from zero. */
function rounded(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value)) || 0;
}
