import {
  IconBell,
  IconCoin,
  IconDeviceTablet,
  IconFileUpload,
  IconGift,
  IconKey,
  IconMapPin,
  IconPlugConnected,
  IconSunrise,
  IconToolsKitchen2,
} from '@tabler/icons-react';
import { SettingsList } from '@/components/list/SettingsList';
import { useAtLocation } from '@/components/location/atLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { formatDayStart } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { useSelectedLocation } from '@/state/hooks';
import classes from './AdminConfiguration.module.css';
import { useWages } from './wages/useWages';
import { peopleWithout } from './wages/wageValues';

const { adminConfig: words, businessDay, pages, tiles, wages: wageWords } = messages;

/** /admin-configuration: the settings, one row each. */
export function Component() {
  const { location } = useSelectedLocation('general');
  const at = useAtLocation(location?.posID ?? null);
  const { wages } = useWages(location?.posID);
  const without = peopleWithout(wages?.withoutWageList ?? []);
  return (
    <>
      <TopBar title={tiles.adminConfig} back="/more" />
      <div className={classes.page}>
        <SettingsList
          items={[
            {
              icon: IconToolsKitchen2,
              label: pages.menu,
              description: words.menuHint,
              to: '/admin-configuration/menu',
            },
            {
              icon: IconMapPin,
              label: pages.changeLocation,
              description: words.changeLocationHint,
              to: '/admin-configuration/change-location',
            },
            {
              icon: IconGift,
              label: tiles.royaltyProgram,
              description: words.royaltyHint,
              to: '/royalty-program',
            },
            {
              icon: IconBell,
              label: words.notificationRules,
              description: words.notificationRulesHint,
              to: '/admin-configuration/notification-rules',
            },
            {
              icon: IconSunrise,
              label: businessDay.title,
              description:
                location === undefined
                  ? businessDay.hint
                  : `${businessDay.startsAt(formatDayStart(location.dayStart))}${at}`,
              to: '/admin-configuration/business-day',
            },
            {
              icon: IconCoin,
              label: wageWords.title,
              description: without === 0 ? wageWords.hint : `${wageWords.without(without)}${at}`,
              to: '/admin-configuration/wages',
            },
            {
              icon: IconPlugConnected,
              label: messages.connect.title,
              description: messages.connect.hint,
              to: '/admin-configuration/connect',
            },
            {
              icon: IconDeviceTablet,
              label: messages.connections.title,
              description: messages.connections.hint,
              to: '/admin-configuration/connections',
            },
            {
              icon: IconFileUpload,
              label: messages.imports.title,
              description: messages.imports.hint,
              to: '/admin-configuration/imports',
            },
            {
              icon: IconKey,
              label: messages.ingestKeys.title,
              description: messages.ingestKeys.hint,
              to: '/admin-configuration/ingest-keys',
            },
          ]}
        />
      </div>
    </>
  );
}
