import { Anchor, Button } from '@mantine/core';
import { IconKey, IconUnlink } from '@tabler/icons-react';
import { Fragment, type ReactNode, useState } from 'react';
import type { Location } from '@/api';
import { AttributeList } from '@/components/list/AttributeList';
import { messages } from '@/lib/messages';
import { formatPhone } from '@/lib/phone/phone';
import { LinkCodeSheet } from './LinkCodeSheet';
import classes from './RestaurantLocation.module.css';
import { UnlinkDialog } from './UnlinkDialog';
import { websiteUrl } from './websiteUrl';

const { locations } = messages;

/** One linked location with its attributes and actions. */
export function LocationCard({ location }: { location: Location }) {
  const [open, setOpen] = useState<'code' | 'unlink' | null>(null);
  const close = () => setOpen(null);
  const { posID, name, website, timeZone, postalAddress, phone, isSample } = location;
  const url = websiteUrl(website);
  return (
    <article className={classes.card}>
      <h2 className={classes.name}>{name}</h2>
      <AttributeList
        plain
        attributes={[
          { label: locations.posID, value: posID },
          {
            label: locations.website,
            value: url ? (
              <Anchor href={url} target="_blank" rel="noreferrer">
                {website}
              </Anchor>
            ) : (
              (website ?? locations.notGiven)
            ),
          },
          { label: locations.timeZone, value: zoneName(timeZone) },
          { label: locations.address, value: postalAddress ?? locations.notGiven },
          {
            label: locations.phone,
            value: phone ? (
              <Anchor href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{formatPhone(phone)}</Anchor>
            ) : (
              locations.notGiven
            ),
          },
        ]}
      />
      {/* A sample is left by the bar above each screen. */}
      {!isSample && (
        <div className={classes.buttons}>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconKey size={18} aria-hidden />}
            onClick={() => setOpen('code')}
          >
            {locations.makeCode}
          </Button>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconUnlink size={18} aria-hidden />}
            onClick={() => setOpen('unlink')}
            aria-label={`${locations.unlink} ${name}`}
          >
            {locations.unlink}
          </Button>
        </div>
      )}
      <LinkCodeSheet location={location} opened={open === 'code'} onClose={close} />
      <UnlinkDialog location={location} opened={open === 'unlink'} onClose={close} />
    </article>
  );
}

/** `America/New York`; a line may end behind the slash. */
function zoneName(timeZone: string): ReactNode {
  return timeZone
    .replaceAll('_', ' ')
    .split(/(?<=\/)/)
    .map((part) => (
      <Fragment key={part}>
        {part}
        <wbr />
      </Fragment>
    ));
}
