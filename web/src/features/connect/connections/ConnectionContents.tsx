import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Connection } from '@/api';
import { Placeholder } from '@/components/placeholder/Placeholder';
import { messages } from '@/lib/messages';
import { DaysCards } from './days/DaysCards';
import { ChooseForm } from './parts/ChooseForm';
import { EndButton } from './parts/EndButton';
import { Faults } from './parts/Faults';
import { PastCard } from './parts/PastCard';
import { StateCard } from './parts/StateCard';
import { UnmappedCard } from './parts/UnmappedCard';
import { type PartProps, useConnectionSteps } from './useConnectionSteps';

/** A connection, by its state. */
export function ConnectionContents({ connection }: { connection: Connection }) {
  const steps = useConnectionSteps(connection);
  return (
    <>
      <ByState connection={connection} steps={steps} />
      <EndButton connection={connection} steps={steps} />
    </>
  );
}

function ByState({ connection, steps }: PartProps) {
  switch (connection.state) {
    case 'choosing':
      return <ChooseForm connection={connection} steps={steps} />;
    case 'ended':
      return <Ended />;
    default:
      return (
        <>
          <StateCard connection={connection} steps={steps} />
          <Faults connection={connection} />
          <PastCard connection={connection} steps={steps} />
          <DaysCards connection={connection} steps={steps} />
          {connection.unmapped > 0 && <UnmappedCard connection={connection} />}
        </>
      );
  }
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
