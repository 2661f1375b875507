import { type FigureId, figureOf, type Unit } from '../figures';
import { formatAxisMoney, formatMoney, formatWholeMoney } from '../money';
import { isBalance } from './balance';
import { formatCount, formatPercent, formatQuantity } from './format';

type Write = (value: number) => string;

const hours: Write = (value) => `${formatQuantity(Math.round(value * 100) / 100)} h`;
const wholeHours: Write = (value) => `${formatCount(value)} h`;
const minutes: Write = (value) => `${formatCount(value)} min`;

interface Writing {
  /** In rows and details. */
  value: Write;
  /** On bars: without decimals. */
  label: Write;
  axis: Write;
}

const writings: Readonly<Record<Unit, Writing>> = {
  money: { value: formatMoney, label: formatWholeMoney, axis: formatAxisMoney },
  count: { value: formatCount, label: formatCount, axis: formatCount },
  quantity: { value: formatQuantity, label: formatCount, axis: formatCount },
  hours: { value: hours, label: wholeHours, axis: wholeHours },
  minutes: { value: minutes, label: minutes, axis: minutes },
  percent: { value: formatPercent, label: formatPercent, axis: formatPercent },
};

/** Text of a ratio without a whole. */
const NONE = '–';

/** A value above 0 with its sign, as one below 0 has it. */
function signed(write: Write): Write {
  return (value) => (value > 0 ? `+${write(value)}` : write(value));
}

/** Of a balance: cents matter on bars too. */
function balanceWriting({ value, axis }: Writing): Writing {
  return { value: signed(value), label: signed(value), axis: signed(axis) };
}

/** The format of a figure's values. */
export function writingOf(id: FigureId): Writing {
  const writing = writings[figureOf(id).unit];
  return isBalance(id) ? balanceWriting(writing) : writing;
}

/** A figure in a row: `$1,234.50`, `12.25 h`, `31%`, `–` for none. */
export function formatFigure(id: FigureId, value: number | null | undefined): string {
  return value === null || value === undefined ? NONE : writingOf(id).value(value);
}
