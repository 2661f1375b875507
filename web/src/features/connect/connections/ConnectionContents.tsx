import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Connection } from '@/api/connect';
import { Placeholder } from '@/components/placeholder/Placeholder';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { messages } from '@/lib/messages';
import { AskedDays } from './days/AskedDays';
import { DecidedDays } from './days/DecidedDays';
import { useConnectedDays } from './days/useConnectedDays';
import { ChooseForm } from './parts/ChooseForm';
import { DetailsCard } from './parts/DetailsCard';
import { EndButton } from './parts/EndButton';
import { Faults } from './parts/Faults';
import { PastCard } from './parts/PastCard';
import { StateCard } from './parts/StateCard';
import { UnmappedCard } from './parts/UnmappedCard';
import { WritingCard } from './parts/WritingCard';
import { ProofCard } from './proof/ProofCard';
import { type PartProps, useConnectionSteps } from './useConnectionSteps';

/** A connection, by its state. */
export function ConnectionContents({ connection }: { connection: Connection }) {
  const steps = useConnectionSteps(connection);
  if (connection.state === 'ended') return <Ended />;
  if (connection.state !== 'choosing') return <Connected connection={connection} steps={steps} />;
  return (
    <>
      <ChooseForm connection={connection} steps={steps} />
      <EndButton connection={connection} steps={steps} />
    </>
  );
}

/** A connection that reads a location, or would if nothing stood in its way. */
function Connected({ connection, steps }: PartProps) {
  const days = useConnectedDays(connection);
  // All at once: days of another source stand between the other parts.
  if (days.loading) return <ListSkeleton rows={4} />;
  return (
    <>
      <StateCard connection={connection} steps={steps} />
      <Faults connection={connection} />
      <ProofCard connection={connection} />
      <PastCard connection={connection} steps={steps} />
      <AskedDays connection={connection} steps={steps} days={days} />
      <DetailsCard connection={connection} steps={steps} />
      {connection.unmapped > 0 && <UnmappedCard connection={connection} />}
      <WritingCard connection={connection} steps={steps} />
      <DecidedDays connection={connection} steps={steps} days={days} />
      <EndButton connection={connection} steps={steps} />
    </>
  );
}

/** A connection that was ended; what it brought stays. */
function Ended() {
  const words = messages.connectionWork;
  return (
    <div role="status">
      <Placeholder
        icon={IconPlugConnectedX}
        text={words.ended}
        next={words.endedNext}
        action={
          <Button component={Link} to="/admin-configuration/connect/pos">
            {words.again}
          </Button>
        }
      />
    </div>
  );
}
