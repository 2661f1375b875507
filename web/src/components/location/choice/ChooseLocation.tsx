import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { messages } from '@/lib/messages';
import { useLocations } from '@/state/hooks';
import { Deferred } from '../../deferred/Deferred';
import { Placeholder } from '../../placeholder/Placeholder';
import { LinkRestaurant } from './LinkRestaurant';
import { locationSheet } from './locationSheetPart';

interface ChooseLocationProps {
  /** What a location is needed for. */
  text: string;
}

/** Instead of a page that shows one location, until one is chosen; the way to link one, if there is none. */
export function ChooseLocation({ text }: ChooseLocationProps) {
  const { list, loaded } = useLocations();
  const [opened, setOpened] = useState(false);
  const none = loaded && list.length === 0;
  return (
    <>
      <Placeholder
        icon={IconMapPin}
        text={text}
        action={
          none ? (
            <LinkRestaurant />
          ) : (
            <Button aria-haspopup="dialog" onClick={() => setOpened(true)}>
              {messages.locations.select}
            </Button>
          )
        }
      />
      {!none && (
        <Deferred
          load={locationSheet}
          variant="general"
          opened={opened}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
}
