import catalogue from '@proto/figures.json';

/**
 * The one catalogue of figures and reports. It is generated from the services' own and also makes
 * the API's document and the headers of CSV files; the app takes labels, units and definitions from
 * nowhere else.
 */

export type FigureId = keyof typeof catalogue.figures;

/** What a figure is counted in. Money is dollars, percent is 0 to 100. */
export type Unit = 'money' | 'count' | 'quantity' | 'hours' | 'minutes' | 'percent';

/** Whether more of a figure is good for the owner, bad, or says nothing by itself. */
export type Preference = 'more' | 'less' | 'neutral';

/** A figure of a report's rows. */
export interface Figure {
  id: FigureId;
  /** Its field in a row. */
  key: string;
  label: string;
  unit: Unit;
  /** Digits after the point. */
  decimals: number;
  prefer: Preference;
  /** It is worked out of costs, which some items may lack. */
  holdsCost: boolean;
  /** Each row of a location has the same value: it counts once. */
  oncePerLocation: boolean;
  /** `part / whole * times`, nothing where `whole` is not above 0; without it, the figure adds up. */
  ratio?: { part: FigureId; whole: FigureId; times: number };
  /** What it means, in a sentence or two. */
  definition: string;
}

/** What a report splits its figures by. */
interface Split {
  /** Its field in a row. */
  key: string;
  label: string;
}

/** A report of the API. */
export interface ReportEntry {
  name: string;
  /** The last part of the call's address. */
  call: string;
  title: string;
  figures: readonly Figure[];
  /** Names of the figures, in the same order. */
  figureIds: readonly FigureId[];
  /** Names of what it splits by; ids are left out. */
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
  catalogue.reports.map(({ name, call, title, figures: ids, splits }) => [
    name,
    {
      name,
      call,
      title,
      figures: ids.map((id) => figureOf(id as FigureId)),
      figureIds: ids as FigureId[],
      splits: splits.filter(({ id }) => !id).map(({ key, label }) => ({ key, label })),
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
