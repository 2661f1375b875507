import { Button, Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Item, ItemAtLocation } from '@/api';
import { RadioChoice } from '@/components/form/RadioChoice';
import { useAtLocation } from '@/components/location/atLocation';
import { BottomSheet, secondSheet } from '@/components/sheet/BottomSheet';
import { type BusinessDate, dateOf, formatTime, formatWeekday } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { useLocations } from '@/state/hooks';
import classes from './SoldOutSheet.module.css';
import { endOf, latestPick, nextOpening, type SoldOutChoice, wallMinute } from './soldOut';
import { useSoldOut } from './useSoldOut';

const words = messages.soldOut;

interface SoldOutSheetProps {
  item: Item;
  /** The same dish at other locations, one each. */
  sameItems: readonly ItemAtLocation[];
  /** Business date of the item's location. */
  today: BusinessDate;
  opened: boolean;
  onClose: () => void;
}

/** The locations and the end of a sold-out mark. */
export function SoldOutSheet({ opened, onClose, ...rest }: SoldOutSheetProps) {
  const at = useAtLocation(rest.item.posID);
  return (
    <BottomSheet
      opened={opened}
      onClose={onClose}
      title={`${words.title(rest.item.displayName)}${at}`}
      zIndex={secondSheet}
    >
      <Choices {...rest} onDone={onClose} />
    </BottomSheet>
  );
}

/** Mounted only while the sheet is open. */
function Choices({
  item,
  sameItems,
  today,
  onDone,
}: Omit<SoldOutSheetProps, 'opened' | 'onClose'> & { onDone: () => void }) {
  const { list } = useLocations();
  const { mark, busy } = useSoldOut(item.displayName);
  const [others, setOthers] = useState<string[]>([]);
  const [until, setUntil] = useState<SoldOutChoice>('opening');
  const [picked, setPicked] = useState('');
  const [wrong, setWrong] = useState(false);
  const at = (posID: string) => list.find((location) => location.posID === posID);
  const nameOf = (posID: string) => at(posID)?.name ?? posID;
  // The picked time is each location's own, and has to be to come at all of them.
  const clocks = [item.posID, ...others].map((posID) =>
    wallMinute(new Date(), at(posID)?.timeZone ?? 'America/New_York'),
  );
  const now = clocks.sort().at(-1) ?? '';
  const openings = [item.posID, ...others].map((posID) =>
    nextOpening(at(posID)?.businessDate ?? today, at(posID)?.dayStarts ?? []),
  );

  const confirm = async () => {
    const end = endOf(until, picked, now);
    setWrong(end === null);
    if (end === null) return;
    const items = [item, ...sameItems.filter(({ posID }) => others.includes(posID))];
    if (await mark(items, end)) onDone();
  };

  return (
    <form
      className={classes.root}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // React's events of a portal reach the form around it, too.
        event.stopPropagation();
        void confirm();
      }}
    >
      {sameItems.length > 0 && (
        <Checkbox.Group
          label={words.where}
          value={[item.posID, ...others]}
          classNames={{ label: classes.label }}
        >
          <Stack gap={0}>
            {[item, ...sameItems].map(({ posID }) => (
              <Checkbox
                key={posID}
                value={posID}
                label={nameOf(posID)}
                disabled={posID === item.posID}
                classNames={{ body: classes.choice, label: classes.text }}
                onChange={({ currentTarget: { checked } }) =>
                  setOthers((before) =>
                    checked ? [...before, posID] : before.filter((other) => other !== posID),
                  )
                }
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Radio.Group
        label={words.until}
        value={until}
        onChange={(chosen) => setUntil(chosen as SoldOutChoice)}
        classNames={{ label: classes.label }}
      >
        <Stack gap={0}>
          <RadioChoice value="takenBack" label={words.untilTurnedBackOn} />
          <RadioChoice value="opening" label={words.untilOpening} detail={openingWords(openings)} />
          <RadioChoice value="time" label={words.untilTime} />
        </Stack>
      </Radio.Group>
      {until === 'time' && (
        <TextInput
          type="datetime-local"
          label={words.time}
          value={picked}
          min={now}
          max={latestPick(now)}
          error={wrong && words.timeInvalid}
          onChange={(event) => {
            setPicked(event.currentTarget.value);
            setWrong(false);
          }}
        />
      )}
      <Button type="submit" fullWidth loading={busy}>
        {words.confirm}
      </Button>
    </form>
  );
}

/** `Sun, Nov 22, 4:00 AM`, if it is the same at all chosen locations. */
function openingWords([first = '', ...others]: readonly string[]): string {
  return others.every((other) => other === first)
    ? `${formatWeekday(dateOf(first))}, ${formatTime(first)}`
    : words.eachOpening;
}
