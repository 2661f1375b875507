import {
  IconBuildingStore,
  IconDownload,
  IconInbox,
  IconLogout,
  IconSettings,
  IconUser,
} from '@tabler/icons-react';
import { useState } from 'react';
import { SettingsList } from '@/components/list/SettingsList';
import { TopBar } from '@/components/navigation/TopBar';
import { LogoutDialog } from '@/components/session/LogoutDialog';
import { TileGrid } from '@/components/tiles/TileGrid';
import { messages } from '@/lib/messages';
import { useInstall } from '@/state/device/installPrompt';
import { useUnread } from '@/state/useUnread';
import classes from './MorePage.module.css';

const { pages, tiles, auth, install: installWords } = messages;

/** All pages without a tab of their own. */
export function Component() {
  const unread = useUnread();
  const install = useInstall();
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <TopBar title={pages.more} back={null} />
      <div className={classes.page}>
        <TileGrid />
        <h2 className={classes.heading}>{pages.settings}</h2>
        <SettingsList
          items={[
            {
              icon: IconBuildingStore,
              label: pages.restaurantLocation,
              description: pages.restaurantLocationHint,
              to: '/home/restaurant-location',
            },
            {
              icon: IconUser,
              label: tiles.profile,
              description: pages.profileHint,
              to: '/profile',
            },
            {
              icon: IconInbox,
              label: tiles.notifications,
              description: pages.notificationsHint,
              count: unread,
              to: '/notifications',
            },
            {
              icon: IconSettings,
              label: tiles.adminConfig,
              description: pages.adminConfigHint,
              to: '/admin-configuration',
            },
            ...(install === null
              ? []
              : [
                  {
                    icon: IconDownload,
                    label: installWords.title,
                    description: installWords.hint,
                    action: install,
                  },
                ]),
            { icon: IconLogout, label: auth.logout, action: () => setLeaving(true) },
          ]}
        />
      </div>
      <LogoutDialog opened={leaving} onClose={() => setLeaving(false)} />
    </>
  );
}
