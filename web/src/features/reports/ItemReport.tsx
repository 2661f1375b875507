import { TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type ItemRow, useGetItemsalesReportQuery } from '@/api';
import { ChartCarousel } from '@/components/charts';
import { Card, ChangeBadge, ListRow, VirtualList } from '@/components/data-list';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatQuantity, percentOf } from '@/lib/numbers';
import { type ItemSales, itemSlides, matchItems, rankItems } from './items';
import { ReportFrame } from './ReportFrame';
import classes from './Reports.module.css';
import { type ReportSpan, useReportRequest } from './useReportRequest';

/** Milliseconds without a keystroke after which a search is looked up. */
const SEARCH_DELAY = 300;

/** Items sold in the span, the best sellers first, with a search. */
export function ItemReport({ span }: { span: ReportSpan }) {
  const { argument, options } = useReportRequest(span, 'none');
  const query = useGetItemsalesReportQuery(argument, options);
  return (
    <ReportFrame query={query}>
      {(rows) => <Items rows={rows} label={span.range.label} />}
    </ReportFrame>
  );
}

function Items({ rows, label }: { rows: readonly ItemRow[]; label: string }) {
  const words = messages.reportWords;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, SEARCH_DELAY);
  const { items, grossSales } = useMemo(() => rankItems(rows), [rows]);
  const slides = useMemo(() => itemSlides(rows, items), [rows, items]);
  const found = useMemo(() => matchItems(items, search), [items, search]);
  return (
    <>
      <ChartCarousel slides={slides} label={words.charts} />
      <Card label={words.items}>
        <Title order={2} fz="md">
          {words.items}
        </Title>
        <div className={classes.searchRow}>
          <TextInput
            type="search"
            classNames={{ input: classes.searchInput }}
            aria-label={words.searchItems}
            placeholder={words.searchItems}
            leftSection={<IconSearch size={18} aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
        <ListRow title={messages.figures.total} detail={label} value={formatMoney(grossSales)} />
        {found.length === 0 ? (
          <EmptySection text={words.noItemMatch} />
        ) : (
          <VirtualList
            label={words.items}
            items={found}
            keyOf={keyOf}
            render={(item) => <ItemLine item={item} />}
          />
        )}
      </Card>
    </>
  );
}

function keyOf(item: ItemSales): string {
  return item.key;
}

function ItemLine({ item }: { item: ItemSales }) {
  return (
    <ListRow
      title={item.name}
      detail={`${formatQuantity(item.quantity)} × · ${item.category}`}
      share={item.share}
      value={formatMoney(item.grossSales)}
      note={
        <>
          <span>{percentOf(item.share, 1)}%</span>
          <ChangeBadge change={item.change} />
        </>
      }
    />
  );
}
