import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { LocationSheet } from '@/components/location/LocationSheet';
import { Placeholder } from '@/components/placeholder/Placeholder';
import { messages } from '@/lib/messages';

/** Shown until a location is chosen. */
export function ChooseLocation({ text }: { text: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Placeholder
        icon={IconMapPin}
        text={text}
        action={
          <Button aria-haspopup="dialog" onClick={() => setOpened(true)}>
            {messages.locations.select}
          </Button>
        }
      />
      <LocationSheet variant="general" opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
