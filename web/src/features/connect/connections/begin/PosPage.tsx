import { IconBuildingStore, IconDeviceTablet } from '@tabler/icons-react';
import { SettingsList } from '@/components/list/SettingsList';
import { TopBar } from '@/components/navigation/TopBar';
import { messages } from '@/lib/messages';
import page from '../../Connect.module.css';
import { LaterRow } from '../../ways/LaterRow';

const words = messages.connectPos;

/** /admin-configuration/connect/pos: the POS systems that can be connected. */
export function Component() {
  return (
    <>
      <TopBar title={words.title} back="/admin-configuration/connect" />
      <div className={page.page}>
        <p className={page.sentence}>{words.sentence}</p>
        <SettingsList
          items={[
            {
              icon: IconBuildingStore,
              label: words.square,
              description: words.squareDetail,
              to: '/admin-configuration/connect/pos/square',
            },
          ]}
        />
        <LaterRow icon={IconDeviceTablet} label={words.later} detail={words.laterDetail} />
      </div>
    </>
  );
}
