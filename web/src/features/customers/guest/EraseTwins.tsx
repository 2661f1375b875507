import { Checkbox, Stack, Text } from '@mantine/core';
import type { Twin } from '@/api';
import { messages } from '@/lib/messages';
import { nameOf } from '../guests';

interface EraseTwinsProps {
  twins: Twin[];
  /** There are more than are shown. */
  more: boolean;
  /** Ids of records of the same person. */
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

/** Others with the same email or phone: unticked ones stay. */
export function EraseTwins({ twins, more, chosen, onChange }: EraseTwinsProps) {
  const words = messages.erasure;
  return (
    <Checkbox.Group
      label={words.twins}
      description={words.twinsHint}
      value={chosen}
      onChange={onChange}
      mt="md"
      ta="start"
    >
      <Stack gap="xs" mt="xs" mah="12rem" style={{ overflowY: 'auto' }}>
        {twins.map((twin) => (
          <Checkbox
            key={twin.customer.posCustomerID}
            value={twin.customer.posCustomerID}
            label={nameOf(twin.customer)}
            description={sharedOf(twin)}
          />
        ))}
      </Stack>
      {more && (
        <Text size="sm" c="dimmed" mt="xs">
          {words.twinsMore}
        </Text>
      )}
    </Checkbox.Group>
  );
}

function sharedOf({ sameEmail, samePhone }: Twin): string {
  const words = messages.erasure;
  if (sameEmail && samePhone) return words.sameBoth;
  return sameEmail ? words.sameEmail : words.samePhone;
}
