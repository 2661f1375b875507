import { skipToken } from '@reduxjs/toolkit/query';
import { IconDevices } from '@tabler/icons-react';
import { useGetNotificationRulesQuery } from '@/api';
import { useLeaveGuard } from '@/components/dialog/useLeaveGuard';
import { SettingsList } from '@/components/list/SettingsList';
import { useAtLocation } from '@/components/location/atLocation';
import { ChooseLocation } from '@/components/location/choice/ChooseLocation';
import { LocationStrip } from '@/components/location/LocationStrip';
import { TopBar } from '@/components/navigation/TopBar';
import { PageError } from '@/components/placeholder/PageError';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { messages } from '@/lib/messages';
import { useSelectedLocation, useSignedIn } from '@/state/hooks';
import classes from './AdminConfiguration.module.css';
import { RulesForm } from './rules/RulesForm';

const words = messages.notificationRules;
const discarding = { header: words.discardQuestion, description: words.unsaved };

/** /admin-configuration/notification-rules: the events that notify the person at a location. */
export function Component() {
  const { posID } = useSelectedLocation('general');
  const { setUnsaved, ask, dialog } = useLeaveGuard(discarding);
  const at = useAtLocation(posID);
  return (
    <>
      <TopBar
        title={`${messages.adminConfig.notificationRules}${at}`}
        back="/admin-configuration"
      />
      <div className={classes.page}>
        <LocationStrip variant="general" beforeChange={ask} />
        <SettingsList
          items={[
            {
              icon: IconDevices,
              label: words.devices,
              description: words.devicesHint,
              to: '/profile/devices',
            },
          ]}
        />
        {posID === null ? (
          <ChooseLocation text={words.selectLocation} />
        ) : (
          <Rules key={posID} posID={posID} setUnsaved={setUnsaved} />
        )}
      </div>
      {dialog}
    </>
  );
}

interface RulesProps {
  posID: string;
  setUnsaved: (unsaved: boolean) => void;
}

function Rules({ posID, setUnsaved }: RulesProps) {
  const signedIn = useSignedIn();
  const { data, isError, error, refetch } = useGetNotificationRulesQuery(
    !signedIn ? skipToken : { notificationRulesRequest: { posID } },
  );
  if (data !== undefined) {
    return <RulesForm posID={posID} saved={data.body} setUnsaved={setUnsaved} />;
  }
  return isError ? (
    <PageError error={error} text={messages.views.failed} onRetry={() => void refetch()} />
  ) : (
    <ListSkeleton rows={6} />
  );
}
