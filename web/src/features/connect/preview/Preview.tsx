import type { Import } from '@/api';
import { Card } from '@/components/data-list';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import page from '../Connect.module.css';
import { ListCards } from '../lists/ListCards';
import { broughtBy, isAny } from '../lists/listWords';
import { spanText } from '../words';
import { Amounts } from './Amounts';
import { Dates } from './Dates';
import { FileTotals } from './FileTotals';
import { LeftOut } from './LeftOut';
import { RefusedRows } from './RefusedRows';
import { SampleChecks } from './SampleChecks';
import { Totals } from './Totals';

const words = messages.importPreview;

/** What comes in as things stand, the sum first. */
export function Preview({ import: of }: { import: Import }) {
  const { summary } = of;
  if (summary === null) return null;
  const { firstDate, lastDate, netSales, dayCount, checks } = summary;
  const lists = <ListCards summary={summary} undoLeaves={of.undoLeaves} />;
  if (firstDate === null || lastDate === null) {
    return (
      <>
        {!isAny(broughtBy(summary)) && (
          <EmptySection text={words.nothing} next={words.nothingNext} />
        )}
        {lists}
        <LeftOut summary={summary} />
        <RefusedRows import={of} />
      </>
    );
  }
  return (
    <>
      <Card label={words.title}>
        <h2 className={page.title}>{words.title}</h2>
        <p className={page.big}>{formatMoney(netSales)}</p>
        <p className={page.hint}>{words.netSales}</p>
        <p className={page.text}>
          {messages.imports.checks(formatCount(checks))} ·{' '}
          {messages.imports.days(formatCount(dayCount))} · {spanText(firstDate, lastDate)}
        </p>
      </Card>
      <Totals summary={summary} />
      <FileTotals totals={summary.fileTotals} />
      <Dates summary={summary} />
      {lists}
      <SampleChecks checks={summary.sampleChecks} />
      <Amounts title={words.categories} amounts={summary.categories} unnamed={words.noCategory} />
      <Amounts title={words.tenders} amounts={summary.tenders} unnamed={words.noTender} />
      <LeftOut summary={summary} />
      <RefusedRows import={of} />
    </>
  );
}
