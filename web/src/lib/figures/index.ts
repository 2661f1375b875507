import catalogue from '@proto/figures.json';

export { wordOf } from './codes';

/**
 * The catalogue of figures and reports, generated from that of the services. All labels, units and definitions of the
 * app come from it.
 */

export type FigureId = keyof typeof catalogue.figures;

/** Unit of a figure. Money is in dollars, percent is 0 to 100. */
export type Unit = 'money' | 'count' | 'quantity' | 'hours' | 'minutes' | 'percent';

/** Whether more of a figure is good for the owner, bad, or neutral. */
export type Preference = 'more' | 'less' | 'neutral';

/** A figure of a report's rows. */
export interface Figure {
  id: FigureId;
  /** Name of the field in a row. */
  key: string;
  label: string;
  unit: Unit;
  /** Digits after the point. */
  decimals: number;
  prefer: Preference;
  /** Whether the figure depends on costs, which some items may lack. */
  holdsCost: boolean;
  /** Many restaurants never have it: an answer leaves it out while it is 0, and no line shows it. */
  rare: boolean;
  /** Each row of a location has the same value: it counts once. */
  oncePerLocation: boolean;
  /** `part / whole * times`, nothing if `whole` is not above 0; without it, the figure is a sum. */
  ratio?: { part: FigureId; whole: FigureId; times: number };
  /** Definition in a sentence or two. */
  definition: string;
}

/** A dimension that splits a report's figures. */
interface Split {
  /** Name of the field in a row. */
  key: string;
  label: string;
  /** Its meaning in a sentence, where its label does not say it. */
  definition?: string | undefined;
}

/** A report of the API. */
export interface ReportEntry {
  name: string;
  /** The last part of the call's address. */
  call: string;
  title: string;
  /** The tab of the app that shows it: its name in the address, and its label. */
  tab: { key: string; label: string };
  figures: readonly Figure[];
  /** Names of the figures, in the same order. */
  figureIds: readonly FigureId[];
  /** Names of its dimensions, without ids. */
  splits: readonly Split[];
}

const figures = Object.fromEntries(
  Object.entries(catalogue.figures).map(([id, figure]) => [id, { ...figure, id }]),
) as unknown as Record<FigureId, Figure>;

/** A figure by its name in the catalogue. */
export function figureOf(id: FigureId): Figure {
  return figures[id];
}

const reports = new Map<string, ReportEntry>(
  catalogue.reports.map(({ name, call, title, tab, figures: ids, splits }) => [
    name,
    {
      name,
      call,
      title,
      tab,
      figures: ids.map((id) => figureOf(id as FigureId)),
      figureIds: ids as FigureId[],
      splits: (splits as (Split & { id: boolean })[])
        .filter(({ id }) => !id)
        .map(({ key, label, definition }) => ({ key, label, definition })),
    },
  ]),
);

/** Names of the catalogue's reports. */
export const reportNames: readonly string[] = [...reports.keys()];

/** A report by its name in the catalogue. */
export function reportOf(name: string): ReportEntry {
  const report = reports.get(name);
  if (report === undefined) {
    throw new Error(`proto/figures.json has no report ${name}; it has ${reportNames.join(', ')}`);
  }
  return report;
}
