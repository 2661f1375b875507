import { UnstyledButton } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { messages } from '@/lib/messages';
import { useSelectedLocation } from '@/state/hooks';
import type { LocationVariant } from '@/state/selectedLocation';
import { Deferred } from '../deferred/Deferred';
import { locationSheet } from './choice/locationSheetPart';
import classes from './LocationStrip.module.css';

interface LocationStripProps {
  variant: LocationVariant;
  allowAll?: boolean;
  /** May veto a change of location, or delay it. */
  beforeChange?: (change: () => void) => void;
}

/** The selected location, and a button that changes it: a tap anywhere in the row. */
export const LocationStrip = memo(function LocationStrip({
  variant,
  allowAll = false,
  ...rest
}: LocationStripProps) {
  const [opened, setOpened] = useState(false);
  const { posID, location } = useSelectedLocation(variant);
  const { select, allShort, selectButton, changeButton } = messages.locations;
  const fallback = allowAll ? allShort : select;
  return (
    <div className={classes.root}>
      <IconMapPin size={20} aria-hidden className={classes.icon} />
      <span className={`prose ${classes.name}`}>{location?.name ?? fallback}</span>
      <UnstyledButton
        className={classes.button}
        onClick={() => setOpened(true)}
        aria-haspopup="dialog"
      >
        {posID === null ? selectButton : changeButton}
      </UnstyledButton>
      <Deferred
        load={locationSheet}
        variant={variant}
        opened={opened}
        onClose={() => setOpened(false)}
        allowAll={allowAll}
        {...rest}
      />
    </div>
  );
});
