import { Button, Center, Stack, Text } from '@mantine/core';
import { useCallback, useEffect } from 'react';
import { type Location, useCreateLinkCodeMutation } from '@/api';
import { CopyValue } from '@/components/buttons/CopyValue';
import { AttributeList } from '@/components/list/AttributeList';
import { useAtLocation } from '@/components/location/atLocation';
import { PageError } from '@/components/placeholder/PageError';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { Spinner } from '@/components/skeleton/Spinner';
import { dateOf, formatLongDay, formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';

const { locations, widgets } = messages;

interface LinkCodeSheetProps {
  location: Location;
  opened: boolean;
  onClose: () => void;
}

/** Makes a link code when it opens: a code works once, for one person. */
export function LinkCodeSheet({ location, opened, onClose }: LinkCodeSheetProps) {
  const at = useAtLocation(location.posID);
  return (
    <BottomSheet
      opened={opened}
      onClose={onClose}
      title={`${locations.codeTitle}${at}`}
      footer={
        <Button fullWidth onClick={onClose}>
          {widgets.close}
        </Button>
      }
    >
      <LinkCode posID={location.posID} />
    </BottomSheet>
  );
}

/** Mounted only while the sheet is open. */
function LinkCode({ posID }: { posID: string }) {
  const [create, { data, isError, error }] = useCreateLinkCodeMutation();
  const make = useCallback(() => {
    void create({ locationRequest: { posID } });
  }, [create, posID]);
  useEffect(make, [make]);

  if (isError) return <PageError error={error} text={locations.codeFailed} onRetry={make} />;
  if (!data) {
    return (
      <Center py="xl">
        <Spinner />
      </Center>
    );
  }
  return (
    <Stack gap="sm">
      <Text c="dimmed">{locations.codeDetail}</Text>
      <AttributeList
        attributes={[
          { label: locations.linkCode, value: <CopyValue value={data.body.linkCode} large /> },
          { label: locations.posID, value: <CopyValue value={posID} /> },
          { label: locations.expires, value: expiry(data.body.expiresAt) },
        ]}
      />
    </Stack>
  );
}

/** The location's wall time, in words. */
function expiry(expiresAt: string): string {
  return `${formatLongDay(dateOf(expiresAt))}, ${formatTime(expiresAt)}`;
}
