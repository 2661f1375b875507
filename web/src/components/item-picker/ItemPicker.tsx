import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { api, failureText, type Item, type ItemsListRequest } from '@/api';
import { messages } from '@/lib/messages';
import { pagesOf, useAllRows } from '../data-list';
import { SearchBox } from '../list/SearchBox';
import { EmptyRegion } from '../placeholder/EmptyRegion';
import { EmptySection } from '../placeholder/EmptySection';
import { BottomSheet, secondSheet } from '../sheet/BottomSheet';
import { Spinner } from '../skeleton/Spinner';
import { showToast } from '../toast/toast';
import { EstimateBar } from './EstimateBar';
import { GrowingGrid, ItemGrid } from './ItemGrid';
import classes from './ItemPicker.module.css';
import { matchingItems } from './matching';

interface ItemPickerProps {
  opened: boolean;
  /** The location whose menu is offered; `null` shows a failure. */
  posID: string | null;
  /** More than one item may be chosen. */
  multiple?: boolean;
  /** The items chosen before. */
  initial?: readonly Item[];
  onDone: (items: readonly Item[]) => void;
  /** Closed without a choice: the earlier choice stays. */
  onCancel: () => void;
}

const noItems: readonly Item[] = [];

/** The menu of a location. */
const menu = pagesOf({
  call: api.endpoints.getItemsList,
  args: (itemsListRequest: ItemsListRequest) => ({ itemsListRequest }),
  rows: ({ itemList }) => itemList,
});

/** 'Select Item': a location's menu to choose from, in a sheet. */
export function ItemPicker({ opened, onDone, onCancel, ...rest }: ItemPickerProps) {
  const { initial = noItems } = rest;
  const [chosen, setChosen] = useState<readonly Item[]>(initial);
  const [seen, setSeen] = useState(opened);
  if (opened !== seen) {
    setSeen(opened);
    if (opened) setChosen(initial);
  }
  return (
    <BottomSheet
      opened={opened}
      onClose={onCancel}
      title={messages.widgets.selectItem}
      zIndex={secondSheet}
      footer={
        <>
          <EstimateBar items={chosen} />
          <div className={classes.buttons}>
            <Button variant="default" onClick={onCancel}>
              {messages.widgets.cancel}
            </Button>
            <Button onClick={() => onDone(chosen)}>{messages.itemPicker.done}</Button>
          </div>
        </>
      }
    >
      {opened && <Choices chosen={chosen} onChange={setChosen} onFail={onCancel} {...rest} />}
    </BottomSheet>
  );
}

interface ChoicesProps extends Pick<ItemPickerProps, 'posID' | 'multiple'> {
  chosen: readonly Item[];
  onChange: (items: readonly Item[]) => void;
  onFail: () => void;
}

function Choices({ posID, multiple = false, chosen, onChange, onFail }: ChoicesProps) {
  const filter = useMemo(() => (posID === null ? null : { posID }), [posID]);
  const all = useAllRows(menu, filter);
  const [words, setWords] = useState('');
  const failed = all.state === 'failed';
  const fail = useEffectEvent(() => {
    showToast({
      severity: 'error',
      detail: failureText(all.error, messages.marketing.itemsFailed),
    });
    onFail();
  });
  useEffect(() => {
    if (failed) fail();
  }, [failed]);
  const ids = useMemo(() => new Set(chosen.map(({ posItemID }) => posItemID)), [chosen]);

  if (all.state !== 'loaded') {
    return (
      <div className={classes.content}>
        <Spinner className={classes.loader} />
      </div>
    );
  }
  if (all.rows.length === 0) {
    return (
      <div className={classes.content}>
        <EmptySection text={messages.widgets.noItems} />
      </div>
    );
  }
  const toggle = (item: Item) => {
    if (ids.has(item.posItemID)) {
      onChange(chosen.filter(({ posItemID }) => posItemID !== item.posItemID));
    } else {
      onChange(multiple ? [...chosen, item] : [item]);
    }
  };
  const found = matchingItems(all.rows, words);
  const { itemPicker } = messages;
  return (
    <div className={classes.content}>
      <SearchBox
        label={itemPicker.search}
        placeholder={itemPicker.placeholder}
        value={words}
        onSearch={setWords}
      />
      <EmptyRegion>{found.length === 0 && <EmptySection text={itemPicker.noMatch} />}</EmptyRegion>
      {words === '' ? (
        <GrowingGrid items={found} chosen={ids} onToggle={toggle} />
      ) : (
        <ItemGrid items={found} chosen={ids} onToggle={toggle} />
      )}
    </div>
  );
}
