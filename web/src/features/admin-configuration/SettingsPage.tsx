import { IconBell, IconGift, IconMapPin, IconToolsKitchen2 } from '@tabler/icons-react';
import { SettingsList } from '@/components/list/SettingsList';
import { TopBar } from '@/components/navigation/TopBar';
import { messages } from '@/lib/messages';
import classes from './AdminConfiguration.module.css';

const { adminConfig: words, pages, tiles } = messages;

/** /admin-configuration: the settings, one row each. */
export function Component() {
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
          ]}
        />
      </div>
    </>
  );
}
