import { useCallback } from 'react';
import { Columns } from '@/components/details/Columns';
import { type LeaveGuard, useLeaveGuard } from '@/components/dialog/useLeaveGuard';
import { ChooseLocation } from '@/components/location/choice/ChooseLocation';
import { LocationStrip } from '@/components/location/LocationStrip';
import { useNamedLocation } from '@/components/location/useNamedLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { Page } from '@/components/page/Page';
import { Segments } from '@/components/segments/Segments';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { messages } from '@/lib/messages';
import { ChangeList } from './changes/ChangeList';
import { ItemList } from './items/ItemList';
import classes from './Menu.module.css';
import { PromotionList } from './promotions/PromotionList';
import { ItemSheet } from './sheet/ItemSheet';
import { leavesItem } from './sheet/leavesItem';
import { type MenuPart, useMenuAddress } from './useMenuAddress';

const { menu, inventory, itemSheet, marketing, pages } = messages;
const discarding = { header: itemSheet.discardQuestion, description: itemSheet.unsaved };

const labels: Record<MenuPart, string> = {
  items: menu.items,
  purchase: menu.toPurchase,
  promotions: menu.promotions,
  changes: menu.changes,
};

const chooseFirst: Record<MenuPart, string> = {
  items: inventory.selectLocationMenu,
  purchase: inventory.selectLocationPurchase,
  promotions: marketing.selectLocation,
  changes: inventory.selectLocationMenu,
};

interface MenuScreenProps {
  parts: readonly MenuPart[];
  /** Target of the arrow if there is no page to go back to; null: no arrow. */
  back: string | null;
}

/** The menu of one location, one part at a time. */
export function MenuScreen({ parts, back }: MenuScreenProps) {
  const address = useMenuAddress(parts);
  const { posID, part } = address;
  const choosing = useNamedLocation('general');
  const guard = useLeaveGuard(discarding, leavesItem);
  return (
    <>
      <TopBar title={pages.menu} back={back} />
      <Segments
        label={menu.segments}
        items={parts.map((one) => ({
          label: labels[one],
          to: one === 'items' ? '?' : `?part=${one}`,
          current: one === part,
        }))}
      />
      <Page>
        <LocationStrip variant="general" beforeChange={guard.ask} />
        {choosing ? (
          <ListSkeleton />
        ) : posID === null ? (
          <ChooseLocation text={chooseFirst[part]} />
        ) : (
          <Part posID={posID} address={address} guard={guard} />
        )}
      </Page>
      {guard.dialog}
    </>
  );
}

interface PartProps {
  posID: string;
  address: ReturnType<typeof useMenuAddress>;
  guard: LeaveGuard;
}

function Part({ posID, address, guard }: PartProps) {
  const { part } = address;
  if (part === 'promotions') {
    return <PromotionList posID={posID} />;
  }
  if (part === 'changes') {
    return <ChangeList posID={posID} />;
  }
  return (
    <Items
      key={part}
      posID={posID}
      address={address}
      guard={guard}
      toPurchase={part === 'purchase'}
    />
  );
}

interface ItemsProps extends PartProps {
  toPurchase: boolean;
}

/** The list, and the opened item over or beside it. */
function Items({ posID, address, guard, toPurchase }: ItemsProps) {
  const { q, item, setSearch, open } = address;
  const close = useCallback(() => open(null), [open]);
  return (
    <Columns>
      <div className={classes.list}>
        <ItemList
          posID={posID}
          toPurchase={toPurchase}
          q={q}
          onSearch={setSearch}
          opened={item}
          onOpen={open}
        />
      </div>
      <ItemSheet item={item} guard={guard} onClose={close} />
    </Columns>
  );
}
