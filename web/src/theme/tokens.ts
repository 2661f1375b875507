/** Every colour of the app. CSS reads them as `--sf-*` variables, charts read them here. */

/** Fills are orange in both schemes and carry dark text: white on them would be 2.8:1. */
export const brandFill = '#F97316';
export const onBrand = '#1C1917';

export interface Palette {
  brandText: string;
  brandSoft: string;
  good: string;
  bad: string;
  caution: string;
  info: string;
  text: string;
  muted: string;
  background: string;
  surface: string;
  raised: string;
  border: string;
  /** Outline of controls: 3:1 against the surface. */
  control: string;
  gridline: string;
  comparison: string;
  /** Chart series in this order; distinguishable for colour-blind people. */
  series: readonly string[];
}

export const light: Palette = {
  brandText: '#C2410C',
  brandSoft: '#FFEDD5',
  good: '#15803D',
  bad: '#B91C1C',
  caution: '#B45309',
  info: '#0072B2',
  text: '#1C1917',
  muted: '#57534E',
  background: '#FAFAF9',
  surface: '#FFFFFF',
  raised: '#F5F5F4',
  border: '#E7E5E4',
  control: '#8A837D',
  gridline: '#E7E5E4',
  comparison: '#78716C',
  series: ['#F97316', '#0072B2', '#009E73', '#56B4E9', '#9D4EDD', '#78716C'],
};

export const dark: Palette = {
  brandText: '#FDBA74',
  brandSoft: '#43281A',
  good: '#4ADE80',
  bad: '#F87171',
  caution: '#FBBF24',
  info: '#56B4E9',
  text: '#FAFAF9',
  muted: '#B5AFAA',
  background: '#1C1917',
  surface: '#292524',
  raised: '#35302D',
  border: '#44403C',
  control: '#8A837D',
  gridline: '#44403C',
  comparison: '#A8A29E',
  series: ['#F97316', '#3D9BD9', '#1FBF93', '#8ACBF0', '#BE8AF0', '#A8A29E'],
};

/** One `--sf-*` variable per colour of a palette that is not a list. */
export function cssVariables(palette: Palette): Record<string, string> {
  const entries = Object.entries(palette).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [
      `--sf-${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`,
      value,
    ]),
  );
}
